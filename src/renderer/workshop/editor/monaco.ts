// The editor with the features that the workshop uses. Only code that is loaded with the workshop may import this.
import './workers'
import './sheets'
// The TypeScript language service imports every feature. They are registered from the start, because the editor's services are created with the first
// editor.
import 'monaco-editor/features/register.all'
import 'monaco-editor/internal/common/workers'
import 'monaco-editor/languages/definitions/markdown/register'
import 'monaco-editor/languages/definitions/typescript/register'
import 'monaco-editor/languages/definitions/yaml/register'

export * as monaco from 'monaco-editor/editor'
