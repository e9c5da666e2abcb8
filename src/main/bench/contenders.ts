import * as fs from 'node:fs'
import { join } from 'node:path'
import { add, commit } from 'isomorphic-git'
import { History } from '../campaign/history'
import { commitAll, git, write } from './folder'

/** Makes `count` beats in a folder, each with its commit, and returns their total time in ms. */
export interface Contender {
  name: string
  readonly make: (dir: string, count: number) => Promise<number>
}

const LOG = 'bench/LOG.yaml'
const STATS = 'bench/STATS.yaml'
const NEXT = 'bench/next'

/** Writes the three files of a generated beat into a folder. */
export function prepare(dir: string): void {
  write(dir, LOG, '')
  write(dir, STATS, 'hp: 0\n')
  write(dir, NEXT, 'beat: 0\n')
  commitAll(dir, 'Files of a beat')
}

/** A generated beat: a new log line, a changed digit on a sheet, the next turn. Equal for every contender. */
class MadeUpBeats {
  #log: string
  #n: number
  constructor(readonly dir: string) {
    this.#log = fs.readFileSync(join(dir, LOG), 'utf8')
    this.#n = Number(/beat: (\d+)/.exec(fs.readFileSync(join(dir, NEXT), 'utf8'))?.[1])
  }

  next(): { line: string; log: string; stats: string; next: string; message: string } {
    const n = ++this.#n
    const line = `- ${JSON.stringify({ at: '1203-04-01T08:00:00Z', beat: n, by: 'DM', kind: 'narration', text: `Beat ${n}: the rope creaks, and below in the dark the water answers. Nobody speaks for a while.` })}\n`
    // A scene's log continues in a new file after 200 entries; here it starts again.
    this.#log = n % 200 === 0 ? line : this.#log + line
    return { line, log: this.#log, stats: `hp: ${n % 10}\n`, next: `beat: ${n}\n`, message: `Beat ${n}\n\nAction: narrate\nActor: DM\n` }
  }
}

const author = { name: 'DM', email: 'dm@proscenium.invalid' }
const since = (start: number): number => performance.now() - start

/** Our recorder alone: objects, ref, working files, index. */
const recorder: Contender = {
  name: 'our recorder',
  make: async (dir, count) => {
    const history = History.open(dir)
    const story = new MadeUpBeats(dir)
    const beat = () => {
      const { line, log, stats, next, message } = story.next()
      const grown = log.length > line.length ? { bytes: Buffer.from(log), appended: Buffer.from(line) } : { bytes: Buffer.from(log) }
      const files = new Map([
        [LOG, grown],
        [STATS, { bytes: Buffer.from(stats) }],
        [NEXT, { bytes: Buffer.from(next) }]
      ])
      history.commitFiles({ parent: history.head().commit, files, message, author, time: Date.now() })
    }
    beat()
    const start = performance.now()
    for (let i = 0; i < count; i++) beat()
    // Writes the pending index rows.
    history.flushIndex()
    const elapsedMs = since(start)
    history.dispose()
    return elapsedMs
  }
}

/** isomorphic-git as in its documentation: write, add, commit, with its cache kept. */
const isomorphicGit: Contender = {
  name: 'isomorphic-git add + commit',
  make: async (dir, count) => {
    const story = new MadeUpBeats(dir)
    const cache = {}
    const beat = async () => {
      const { log, stats, next, message } = story.next()
      for (const [filepath, text] of [
        [LOG, log],
        [STATS, stats],
        [NEXT, next]
      ] as const) {
        fs.writeFileSync(join(dir, filepath), text)
        await add({ fs, dir, filepath, cache })
      }
      await commit({ fs, dir, message, author, cache })
    }
    await beat()
    const start = performance.now()
    for (let i = 0; i < count; i++) await beat()
    return since(start)
  }
}

/** The git command line: write, add, commit. */
const gitCli: Contender = {
  name: 'git add + git commit',
  make: async (dir, count) => {
    const story = new MadeUpBeats(dir)
    const beat = () => {
      const { log, stats, next, message } = story.next()
      fs.writeFileSync(join(dir, LOG), log)
      fs.writeFileSync(join(dir, STATS), stats)
      fs.writeFileSync(join(dir, NEXT), next)
      git(dir, 'add', '--', LOG, STATS, NEXT)
      git(dir, 'commit', '-q', '-m', message)
    }
    beat()
    const start = performance.now()
    for (let i = 0; i < count; i++) beat()
    return since(start)
  }
}

/** The contenders that only save given files. */
export const SAVERS: readonly Contender[] = [recorder, isomorphicGit, gitCli]
