import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Attack, attacks, git, put } from './harness.fixture'

/** Changes a file and commits it, like somebody who shares a campaign. */
const commit = (dir: string, path: string, change: (text: string) => string): void => {
  put(dir, path, change(existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : ''))
  git(dir, 'add', '-A', '-f')
  git(dir, 'commit', '-q', '-m', 'A change')
}
const committed = (name: string, path: string, change: (text: string) => string, says?: RegExp, more: Partial<Attack> = {}): Attack => ({
  name,
  plant: ({ dir }) => commit(dir, path, change),
  ...(says ? { says } : {}),
  ...more
})

/** Small files that are expensive to process. */
const WORK: Attack[] = [
  committed(
    'a line of imports of half a million spaces',
    'rules/lib/wide.ts',
    () => `export const x = 1\n// y\nimport${' '.repeat(500_000)}\n`,
    /wide\.ts/,
    {
      code: 'bad-file'
    }
  ),
  { name: 'a .gitignore of many stars', plant: ({ dir }) => (put(dir, '.gitignore', `${'*a'.repeat(400)}b\n`), put(dir, 'a'.repeat(200), 'x')) },
  { name: 'a .gitignore with a range the wrong way round', plant: ({ dir }) => put(dir, '.gitignore', '[z-a]\n[\n\\\n') },
  {
    name: 'an author of two million angle brackets',
    plant: ({ dir }) => {
      const tree = git(dir, 'rev-parse', 'HEAD^{tree}').trim()
      const parent = git(dir, 'rev-parse', 'HEAD').trim()
      const body = `tree ${tree}\nparent ${parent}\nauthor ${'<'.repeat(2_000_000)}> 5 +0000\ncommitter A <a@b> 5 +0000\n\nHello\n`
      put(dir, '.git/attack', body)
      git(dir, 'update-ref', 'refs/heads/main', git(dir, 'hash-object', '-t', 'commit', '-w', '--literally', '.git/attack').trim())
    }
  },
  {
    name: 'turns that inflate to more than any part',
    plant: ({ dir }) => put(dir, '.git/proscenium/turns-1.jsonl.gz', gzipSync(Buffer.alloc(80 << 20)))
  },
  {
    name: 'git settings of a megabyte of spaces',
    plant: ({ dir }) => put(dir, '.git/config', `[core]\n\tbare = false\n\tx =${' '.repeat(1 << 20)}y\n`)
  },
  {
    name: 'git settings of twenty megabytes',
    plant: ({ dir }) => put(dir, '.git/config', Buffer.alloc(20 << 20, '#')),
    says: /config is larger than 16 MB/
  }
]

/** Texts that point outside the campaign, or that no message expects. */
const CONTENT: Attack[] = [
  committed('a turn of ../x', 'next', (text) => text.replace(/^actor: .*$/m, 'actor: "../x"'), /"next" names "\.\.\/x"/),
  committed('a scene outside of sessions', 'current-scene', () => 'world/regions/../../../x\n', /current-scene names/),
  committed('a scene of several lines', 'current-scene', () => 'a: &a [x]\nb: [*a]\n', /current-scene names "a: &a \[x\]\\nb/),
  committed('a clock out of range', 'world/STATE.yaml', (text) => text.replace(/minutes: .*$/m, 'minutes: 1e300'), /ten thousand years/),
  committed('a number of beats out of range', 'next', (text) => text.replace(/^beat: .*$/m, 'beat: 9007199254740991'), /thousand million/),
  ...['!!binary', '!!set', '!!omap', '!!timestamp', '!!pairs', '!!float', '!!js/function', '!<tag:x>', '!local', '!!merge', '!!str'].map((tag) =>
    committed(`the tag ${tag} in YAML`, 'world/STATE.yaml', (text) => `${text}\nextra: ${tag} "aGVsbG8="\n`, /a YAML tag|this is not valid YAML/)
  ),
  ...['!!binary', '!!set', '!!omap'].map((tag) =>
    committed(`the tag ${tag} in a rule`, 'rules/manifest.yaml', (text) => `${text}\nextra: ${tag} "aGVsbG8="\n`, /tag|not valid/)
  ),
  ...['constructor', 'toString', 'hasOwnProperty', 'valueOf'].map((id) =>
    committed(`somebody called ${id}`, `world/npcs/${id}/STATS.yaml`, () => 'name: Nobody\nlocation: constructor\nstats: {}\n', /constructor/)
  ),
  committed(
    'somebody called __proto__',
    'world/npcs/__proto__/STATS.yaml',
    () => 'name: Nobody\nlocation: inn\nstats: {}\n',
    /programs reserve this name/
  ),
  committed('a fact called __proto__', 'world/STATE.yaml', (text) => text.replace(/^facts:.*$/m, '$&\n  __proto__: true'))
]

attacks([...WORK, ...CONTENT])
