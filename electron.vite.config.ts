import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { notices } from './scripts/notices.mjs'

const at = (path: string) => resolve(import.meta.dirname, path)

/** How long plugins take depends on how busy the machine is: nothing to warn of. */
const checks = { bundlerTimings: false }

const tag = (name: string, attrs: Record<string, string>) => ({ tag: name, attrs: { ...attrs, crossorigin: true }, injectTo: 'head' as const })

/** Leaves the code editor's own sheets out of the one sheet of the window: the workshop brings them when it is first shown. */
const editorSheets: Plugin = {
  name: 'editor-sheets',
  enforce: 'pre',
  resolveId: (source, importer) => (source.endsWith('.css') && importer?.includes('/monaco-editor/') ? '\0editor-sheet' : undefined),
  load: (id) => (id === '\0editor-sheet' ? '' : undefined)
}

/**
 * Has the page load what draws it, and the letters it is set in, beside what asks for the story: else each would be found only when
 * the one before it was there. A script that is merely preloaded would be compiled where the page waits for it.
 */
const besides: Plugin = {
  name: 'besides',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        const href = `./${file.fileName}`
        if (file.type === 'chunk') return file.name === 'window' ? [tag('script', { type: 'module', src: href })] : []
        const isFirst = /(inter-latin-wght|literata-latin-opsz|jetbrains-mono-latin-wght)-normal-/.test(file.fileName)
        return isFirst ? [tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href })] : []
      })
  }
}

/** The modules that some modules import directly or through others, with them; not what is loaded later. */
function reached(
  this: { getModuleInfo(id: string): { importedIds: readonly string[] } | null },
  ids: readonly string[],
  all = new Set<string>()
): Set<string> {
  for (const id of ids)
    if (!all.has(id)) {
      all.add(id)
      reached.call(this, this.getModuleInfo(id)?.importedIds ?? [], all)
    }
  return all
}

const entry = at('src/renderer/main.ts')
const drawing = at('src/renderer/window.tsx')
let firstScreen = new Map<string, string>()

/** Puts everything that the first screen needs into two scripts: one that asks for the story, and one that draws. */
const twoScripts: Plugin = {
  name: 'two-scripts',
  buildEnd() {
    const asks = reached.call(this, [entry])
    const draws = [...reached.call(this, [drawing])].filter((id) => !asks.has(id))
    firstScreen = new Map([...[...asks].map((id) => [id, 'index'] as const), ...draws.map((id) => [id, 'window'] as const)])
  }
}

/** Collects the licences of what is in any of the bundles. */
const licences = notices(at('src/renderer'))

/** The packages of native code, one for each system. */
const NATIVE = /^@duckdb\/node-bindings-/

/** Three bundles that need no other package of node_modules at run time: main (thirteen entries), preload (one CommonJS file), renderer. */
export default defineConfig({
  main: {
    plugins: [licences],
    build: {
      externalizeDeps: false,
      target: 'node20',
      rolldownOptions: {
        checks,
        // DuckDB's native part is loaded from node_modules, or in a package from beside the archive.
        external: [NATIVE],
        input: Object.fromEntries(
          [
            'index',
            'core',
            'cli',
            'server',
            'prebuild',
            'repack',
            'strip',
            'typeset',
            'arrow-reach',
            'read-pdf',
            'language',
            'lab-play',
            'lab-results'
          ].map((entry) => [entry, at(`src/main/${entry}.ts`)])
        ),
        // Flat, so that import.meta.dirname is out/main in every chunk.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
      }
    }
  },
  preload: {
    plugins: [licences],
    build: {
      externalizeDeps: false, // a sandboxed preload script cannot require packages
      rolldownOptions: { checks, input: { index: at('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } }
    }
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react(), twoScripts, besides, editorSheets, licences],
    // The package reads its files when it is imported, which only Node can.
    resolve: { alias: [{ find: /^(dictionary-en(?:-gb)?)\/(index\.(?:aff|dic)\?raw)$/, replacement: `${at('node_modules')}/$1/$2` }] },
    worker: { format: 'es', plugins: () => [licences], rolldownOptions: { checks } },
    build: {
      minify: 'oxc',
      // The CSP allows no inline script and the page reads nothing but its own files.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 8000,
      // One sheet, and no picture before it is there.
      cssCodeSplit: false,
      rolldownOptions: {
        checks,
        input: at('src/renderer/index.html'),
        output: { codeSplitting: { groups: [{ name: (id) => firstScreen.get(id) ?? null }] } }
      }
    }
  }
})
