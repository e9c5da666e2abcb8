// Ends the process with one sentence on a version of Node that package.json doesn't name. Imported before all else; it must itself run on old versions.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns whether a version like "20.19.1" is in a range of the form "^20.19.0 || >=22.12.0". */
export function isInRange(version, range) {
  const numbers = (text) => text.split('.').map(Number)
  const [major, minor, patch] = numbers(version)
  return range.split('||').some((part) => {
    const [, operator, least] = /^\s*(\^|>=)(\d+\.\d+\.\d+)\s*$/.exec(part) ?? []
    if (!least) throw new Error(`package.json names versions of Node in a way that isn't understood: ${range}`)
    const [leastMajor, leastMinor, leastPatch] = numbers(least)
    if (major !== leastMajor) return operator === '>=' && major > leastMajor
    return minor !== leastMinor ? minor > leastMinor : patch >= leastPatch
  })
}

const { engines } = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'))
if (!isInRange(process.versions.node, engines.node)) {
  const versions = engines.node
    .replace(/\^(\d+)\.(\d+)\.0/, '$1.$2 or newer of $1')
    .replace(/>=(\d+)\.(\d+)\.0/, '$1.$2 or newer')
    .replace(' || ', ', or ')
  process.stderr.write(
    `Proscenium needs Node ${versions}, and this is Node ${process.versions.node}. Install a newer one from nodejs.org and start again.\n`
  )
  process.exit(1)
}
