// The editor's own worker: differences, links and words of a file.
import 'monaco-editor/editor/editor.worker'
