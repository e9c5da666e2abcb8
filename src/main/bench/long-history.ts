import { join } from 'node:path'
import { nextFile } from '../campaign/beat-files'
import { encodeCommit } from '../campaign/git/commits'
import { nodeDisk } from '../campaign/git/disk'
import { type Entry, type Kind, type Oid, oidOf } from '../campaign/git/oid'
import { packed, placePack, type Packed } from '../campaign/git/pack-file'
import { Repo } from '../campaign/git/repo'
import { encodeTree, grow, sortTree, type Tree } from '../campaign/git/trees'
import { FILES } from '../campaign/layout'
import { listLine } from '../campaign/lines'
import { formatBeatMessage } from '../campaign/beat-message'
import { firstNext } from '../../shared/story/state'

/** The length of a history to generate: commits in all, and the branches that share them. */
export interface Length {
  commits: number
  branches: number
}

/** Beats in a scene, scenes in a session, and objects in a pack. */
const SCENE = 25
const SCENES = 20
const PACK = 60_000
const START = Date.UTC(2026, 0, 1)
const WHO = ['DM', 'Wren', 'Pym', 'Tobit'] as const
const ACTIONS = ['narrate', 'speak', 'search', 'travel'] as const
const SAID = [
  'The rope creaks, and below in the dark the water answers',
  'Nobody speaks for a while; then everybody does',
  'The lantern goes round by the wall and finds a door',
  'Somebody counts the steps aloud and stops at forty'
] as const

/** Formatted once, because formatting YAML for every beat would take most of the time. */
const NEXT = nextFile({ ...firstNext('7'), phase: 'dm', session: 1, scene: 1, turns: 1 })

/** The head of a generated story: its commit, its files, and the scene's log so far. */
interface Stand {
  commit: Oid
  tree: Oid
  n: number
  log: string
}

/**
 * Adds a long history to a new sample campaign, directly as packs: a trunk, and branches that leave it at even distances. Every beat has a log
 * line, a turn, and sometimes a sheet, as play would write them. The working folder doesn't change; open it after `git reset --hard`.
 */
export class LongHistory {
  readonly #repo: Repo
  readonly #trees = new Map<Oid, Tree>()
  readonly #texts = new Map<Oid, string>()
  #packCount = 0
  #waiting = new Map<Oid, Packed>()

  constructor(readonly dir: string) {
    this.#repo = new Repo(nodeDisk, dir, () => START)
    this.#repo.makeHome()
  }

  /** Generates the history. Returns the head of every branch, the trunk's first. */
  make({ commits, branches }: Length): Oid[] {
    const trunk = Math.ceil(commits * 0.6)
    const own = branches > 1 ? Math.floor((commits - trunk) / (branches - 1)) : 0
    const root = this.#repo.head().commit
    const leaves = new Map<number, Stand[]>()
    let at: Stand = { commit: root, tree: this.#repo.commit(root).tree, n: 0, log: '' }
    for (let i = 1; i < trunk; i++) {
      at = this.#beat(at, 'main')
      if (branches > 1 && i % Math.floor(trunk / branches) === 0) leaves.set(leaves.size, [at])
    }
    const heads = [at.commit]
    for (let k = 1; k < branches; k++) {
      let branch = leaves.get(k - 1)?.[0] ?? at
      for (let i = 0; i < own; i++) branch = this.#beat(branch, `what-if-${k}`)
      heads.push(branch.commit)
    }
    this.#save()
    const move = { who: { name: 'Bench', email: 'bench@proscenium.invalid' }, time: START, why: 'bench' }
    for (const [k, head] of heads.entries()) {
      if (k === 0) this.#repo.refs.move('refs/heads/main', root, head, move, true)
      else this.#repo.refs.move(`refs/heads/what-if-${k}`, undefined, head, move, false)
    }
    this.#repo.locks.dispose()
    return heads
  }

  #beat(before: Stand, branch: string): Stand {
    const n = before.n + 1
    const k = Math.floor((n - 1) / SCENE)
    const session = Math.floor(k / SCENES) + 1
    const scene = (k % SCENES) + 1
    const folder = `sessions/session-${session}/${String(scene).padStart(3, '0')}-scene`
    const opens = (n - 1) % SCENE === 0
    const actor = opens ? 'DM' : (WHO[n % WHO.length] ?? 'DM')
    const action = opens ? 'open_scene' : (ACTIONS[n % ACTIONS.length] ?? 'narrate')
    const text = `${SAID[(n * 7) % SAID.length]}; it is the ${n}th time on ${branch}.`
    const by = actor
    const entry = listLine({ at: new Date(START + n * 1000).toISOString(), beat: n, by, kind: actor === 'DM' ? 'narration' : 'speech', text })
    const log = opens ? entry : before.log + entry
    const next = NEXT.replace(/^beat: .*$/m, `beat: ${n}`)
      .replace(/^session: .*$/m, `session: ${session}`)
      .replace(/^scene: .*$/m, `scene: ${scene}`)
      .replace(/^turns: .*$/m, `turns: ${n % SCENE}`)
    const files = new Map<string, string>([
      [FILES.next, next],
      [`${folder}/LOG.yaml`, log]
    ])
    if (opens) {
      files.set(FILES.currentScene, `${folder}\n`)
      files.set(
        `${folder}/ABOUT.md`,
        `---\naim: Find out\nopened: ${n}\nplace: throat-yard\npresent: {}\ntitle: The ${k + 1}th part\n---\n# The ${k + 1}th part\n`
      )
      if (scene === 1) files.set(`sessions/session-${session}/ABOUT.md`, `# Session ${session}\n`)
    }
    if (n % 3 === 0 && actor !== 'DM') {
      const path = `world/players/${actor}/STATS.yaml`
      const old = this.#text(before.tree, path)
      files.set(path, old.replace(/^( {2}hp:) \d+$/m, `$1 ${1 + (n % 4)}`))
    }
    const entries = new Map<string, Entry>([...files].map(([path, body]) => [path, { mode: 0o100644, oid: this.#put('blob', Buffer.from(body)) }]))
    const tree = grow(this.#read, this.#write, before.tree, entries)
    const subject = opens ? `Scene ${scene}: The ${k + 1}th part, at The yard` : text
    const call = { kind: 'play' as const, action, actor, params: {}, agent: 'offline' as const }
    const message = formatBeatMessage({ subject, call, beat: n, rolls: [], scene: folder, rules: 'bench0bench0' })
    const author = { name: actor, email: `${actor}@proscenium.invalid` }
    const commit = this.#put('commit', encodeCommit({ tree, parents: [before.commit], author, time: START + n * 1000, message }))
    if (this.#waiting.size > PACK) this.#save()
    return { commit, tree, n, log }
  }

  #text(tree: Oid, path: string): string {
    let at: Entry | undefined
    let folder = this.#read(tree)
    for (const name of path.split('/')) {
      at = folder.get(name)
      if (at?.mode === 0o40000) folder = this.#read(at.oid)
    }
    const oid = at?.oid ?? ''
    return this.#texts.get(oid) ?? this.#repo.blob(oid).toString('utf8')
  }

  #put(kind: Kind, body: Buffer): Oid {
    const oid = oidOf(kind, body)
    if (kind === 'blob' && body.length < 2000) this.#texts.set(oid, body.toString('utf8'))
    this.#waiting.set(oid, { oid, bytes: packed(kind, body) })
    return oid
  }

  readonly #read = (oid: Oid): Tree => this.#trees.get(oid) ?? this.#repo.tree(oid)
  readonly #write = (tree: Tree): Oid => {
    const sorted = sortTree(tree)
    const oid = this.#put('tree', encodeTree(sorted))
    this.#trees.set(oid, sorted)
    return oid
  }

  #save(): void {
    const place = { dir: join(this.dir, '.git/objects/pack'), scratch: this.#repo.scratch, level: 2, first: 256 * this.#packCount++, lasting: false }
    if (this.#waiting.size > 0) placePack(nodeDisk, place, this.#waiting.size, this.#waiting.values())
    this.#waiting = new Map()
    this.#trees.clear()
    this.#texts.clear()
  }
}
