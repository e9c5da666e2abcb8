// The worker of the TypeScript language service.
import 'monaco-editor/languages/features/typescript/ts.worker'
