"""The page. Only this package imports Streamlit; `workbench.view` prepares everything it shows."""
