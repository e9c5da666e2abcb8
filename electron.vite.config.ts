import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const at = (path: string) => resolve(import.meta.dirname, path)

/** How long plugins take depends on how busy the machine is: nothing to warn of. */
const checks = { bundlerTimings: false }

/** Three bundles that need no node_modules at run time: main (seven entries), preload (one CommonJS file), renderer. */
export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      target: 'node20',
      rolldownOptions: {
        checks,
        input: Object.fromEntries(['index', 'core', 'cli', 'server', 'bake', 'press', 'typeset'].map((entry) => [entry, at(`src/main/${entry}.ts`)])),
        // Flat, so that import.meta.dirname is out/main in every chunk.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
      }
    }
  },
  preload: {
    build: {
      externalizeDeps: false, // a sandboxed preload script cannot require packages
      rolldownOptions: { checks, input: { index: at('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } }
    }
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react()],
    worker: { format: 'es', rolldownOptions: { checks } },
    build: {
      minify: 'oxc',
      // The CSP allows no inline script and the page reads nothing but its own files.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { checks, input: at('src/renderer/index.html') }
    }
  }
})
