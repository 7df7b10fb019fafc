"""What needs an extra to be imported.

It is apart from `damero.torch` and `damero.onnx`, because pyright takes a module for its own neighbour of the same name where the
real one is not installed.
"""
