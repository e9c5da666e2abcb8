// Builds a page with only the unmodified code editor, for the bench: it is compared with the workshop's editor.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from './setup.mjs'

/** The page: one editor with the TypeScript services. `bareEditor` shows a text in it. */
const ENTRY = `
import { editor, Uri } from 'monaco-editor'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker'
self.MonacoEnvironment = { getWorker: (_id, label) => (label === 'typescript' ? new TypeScriptWorker() : new EditorWorker()) }
globalThis.bareEditor = (text) =>
  editor.create(document.getElementById('box'), { model: editor.createModel(text, 'typescript', Uri.parse('file:///long.ts')) }).focus()
`

const PAGE = `<!doctype html>
<html lang="en">
<title>Bare editor</title>
<link rel="stylesheet" href="/bare.css">
<style>html, body, #box { height: 100%; margin: 0 }</style>
<div id="box"></div>
<script type="module" src="/bare.js"></script>
</html>
`

/** Builds the page and returns its folder. */
export async function buildBareEditor() {
  const outDir = join(ROOT, 'out/bench/bare')
  const name = 'virtual:bare'
  await build({
    configFile: false,
    root: ROOT,
    base: '/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'bare',
        resolveId: (id) => (id === name ? join(ROOT, 'bare-editor.js') : undefined),
        load: (id) => (id === join(ROOT, 'bare-editor.js') ? ENTRY : undefined)
      }
    ],
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      cssCodeSplit: false,
      chunkSizeWarningLimit: 20_000,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { bare: name },
        output: {
          entryFileNames: '[name].js',
          assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'bare.css' : 'assets/[name]-[hash][extname]')
        }
      }
    }
  })
  writeFileSync(join(outDir, 'index.html'), PAGE)
  return outDir
}
