// Builds the player of exported story pages as one JSON file: its script, its style, and the hashes that the pages' policy names.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from './setup.mjs'

const at = join(ROOT, 'src/page-player')
const built = await build({
  configFile: false,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { write: false, minify: 'oxc', target: 'es2023', lib: { entry: join(at, 'player.ts'), formats: ['iife'], name: 'story' } }
})
const chunks = [built].flat().flatMap(({ output }) => output.filter(({ type }) => type === 'chunk'))
// A script element may not contain its own end tag.
const script = chunks
  .map(({ code }) => code)
  .join('\n')
  .trim()
  .replaceAll('</script', '<\\/script')
  .replaceAll('<!--', '<\\!--')
const style = readFileSync(join(at, 'player.css'), 'utf8').trim()
const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`
writeFileSync(process.argv[2], JSON.stringify({ script, style, scriptHash: hash(script), styleHash: hash(style) }))
