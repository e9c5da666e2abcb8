// node e2e/standin/run.mjs out/main/index.js : runs a built Electron main process under Node.
import { register } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const standin = new URL('./electron.mjs', import.meta.url).href
register(
  'data:text/javascript,' +
    encodeURIComponent(`export const resolve = (name, context, next) =>
      name === 'electron' || name === 'electron/main' ? { url: ${JSON.stringify(standin)}, shortCircuit: true } : next(name, context)`)
)
// As Electron's own: the program, then the app's folder unless it is packaged, then what the start asks for.
const [node, , entry, ...asked] = process.argv
process.argv = /app\.asar[\\/]out/.test(entry) ? [node, ...asked] : [node, resolve(entry, '../../..'), ...asked]
const { app } = await import(standin)
const hung = setTimeout(() => {
  console.error('The entry module of the main process is still evaluating after 10 s: a top-level await on app.whenReady() hangs Electron.')
  process.exit(1)
}, 10_000)
await import(pathToFileURL(resolve(entry)).href)
clearTimeout(hung)
app.evaluated()
