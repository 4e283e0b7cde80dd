"""Find broken sessions on this computer and repair them in the files of their programs."""
