#!/usr/bin/env node
// The command line from a checkout: installs and builds first if needed, then runs the built command line.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild, ensureModules, ROOT } from '../scripts/setup.mjs'

const say = (line) => process.stderr.write(`${line}\n`)
try {
  await ensureModules(say)
  await ensureBuild(say)
} catch (error) {
  say(error.message)
  process.exit(1)
}
await import(pathToFileURL(join(ROOT, 'out/main/cli.js')).href)
