// The editor with the features that the workshop uses. Only code that is loaded with the workshop may import this.
import './workers'
import './sheets'
// The language service of TypeScript brings every feature with it. All are here from the start, because the editor's services begin with the first editor.
import 'monaco-editor/features/register.all'
import 'monaco-editor/internal/common/workers'
import 'monaco-editor/languages/definitions/markdown/register'
import 'monaco-editor/languages/definitions/typescript/register'
import 'monaco-editor/languages/definitions/yaml/register'

export * as monaco from 'monaco-editor/editor'
