"""The page. Only this package imports Streamlit; what it shows is made by `workbench.view`."""
