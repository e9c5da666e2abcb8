import { join } from 'node:path'
import { nextFile } from '../src/main/campaign/beat-files'
import { formatBeatMessage } from '../src/main/campaign/beat-message'
import { encodeCommit } from '../src/main/campaign/git/commits'
import { nodeDisk } from '../src/main/campaign/git/disk'
import { type TreeEntry, type ObjectKind, type Oid, oidOf } from '../src/main/campaign/git/oid'
import { packed, type PackEntry, writePack } from '../src/main/campaign/git/pack-file'
import { Repo } from '../src/main/campaign/git/repo'
import { encodeTree, withChangedFiles, sortTree, type GitTree } from '../src/main/campaign/git/trees'
import { FILES } from '../src/main/campaign/layout'
import { listLine } from '../src/main/campaign/lines'
import { firstNext } from '../src/shared/story/state'
import { git, makeCampaign } from './folders'

/** Beats in a scene, scenes in a session, and objects in a pack. */
const SCENE = 25
const SCENES = 20
const PACK = 60_000
const START = Date.UTC(2026, 0, 1)
const ACTORS = ['DM', 'Wren', 'Pym', 'Tobit'] as const

/** Formatted once, because formatting YAML for every beat would take most of the time. */
const NEXT = nextFile({ ...firstNext('7'), phase: 'dm', session: 1, scene: 1, turns: 1 })

/** The head of a generated story: its commit, its files, and the scene's log so far. */
interface Head {
  commit: Oid
  tree: Oid
  beat: number
  log: string
}

/** A campaign with a long history of many branches that share most of it. */
export async function makeLongHistory(home: string, commits: number, branches: number): Promise<string> {
  const dir = await makeCampaign(home, `long-${commits}`)
  new LongHistory(dir).make(commits, branches)
  git(dir, 'reset', '-q', '--hard')
  // As after play: git's index is up to date for every file.
  git(dir, 'status', '--porcelain')
  git(dir, 'fsck', '--connectivity-only')
  return dir
}

/**
 * Adds a long history to a new sample campaign, directly as packs: a trunk, and branches that leave it at even distances. Every beat has a log line,
 * a turn, and sometimes a sheet, as play would write them. The working folder doesn't change.
 */
class LongHistory {
  readonly #dir: string
  readonly #repo: Repo
  readonly #trees = new Map<Oid, GitTree>()
  #packCount = 0
  #waiting = new Map<Oid, PackEntry>()

  constructor(dir: string) {
    this.#dir = dir
    this.#repo = new Repo(nodeDisk, dir, () => START)
    this.#repo.makeHome()
  }

  make(commits: number, branches: number): void {
    const trunk = Math.ceil(commits * 0.6)
    const root = this.#repo.head().commit
    const starts: Head[] = []
    let at: Head = { commit: root, tree: this.#repo.commit(root).tree, beat: 0, log: '' }
    for (let i = 1; i < trunk; i++) {
      at = this.#beat(at, 'main')
      if (i % Math.floor(trunk / branches) === 0 && starts.length < branches - 1) starts.push(at)
    }
    const heads = starts.map((start, k) => {
      let head = start
      for (let i = 0; i < (commits - trunk) / (branches - 1); i++) head = this.#beat(head, `what-if-${k + 1}`)
      return head.commit
    })
    this.#save()
    const move = { who: { name: 'Bench', email: 'bench@proscenium.invalid' }, time: START, why: 'bench' }
    this.#repo.refs.move('refs/heads/main', root, at.commit, move, true)
    for (const [k, head] of heads.entries()) this.#repo.refs.move(`refs/heads/what-if-${k + 1}`, undefined, head, move, false)
    this.#repo.locks.dispose()
  }

  #beat(before: Head, branch: string): Head {
    const beat = before.beat + 1
    const part = Math.floor((beat - 1) / SCENE)
    const session = Math.floor(part / SCENES) + 1
    const scene = (part % SCENES) + 1
    const folder = `sessions/session-${session}/${String(scene).padStart(3, '0')}-scene`
    const isOpening = (beat - 1) % SCENE === 0
    const actor = isOpening ? 'DM' : (ACTORS[beat % ACTORS.length] ?? 'DM')
    const text = `The rope creaks, and the water answers; it is the ${beat}th time on ${branch}.`
    const time = START + beat * 1000
    const entry = listLine({ at: new Date(time).toISOString(), beat, by: actor, kind: actor === 'DM' ? 'narration' : 'speech', text })
    const log = isOpening ? entry : before.log + entry
    const next = Object.entries({ beat, session, scene, turns: beat % SCENE }).reduce(
      (file, [key, value]) => file.replace(new RegExp(`^${key}: .*$`, 'm'), `${key}: ${value}`),
      NEXT
    )
    const files = new Map([
      [FILES.next, next],
      [`${folder}/LOG.yaml`, log]
    ])
    if (isOpening) {
      files.set(FILES.currentScene, `${folder}\n`)
      const title = `The ${part + 1}th part`
      files.set(`${folder}/ABOUT.md`, `---\naim: Find out\nopened: ${beat}\nplace: throat-yard\npresent: {}\ntitle: ${title}\n---\n# ${title}\n`)
      if (scene === 1) files.set(`sessions/session-${session}/ABOUT.md`, `# Session ${session}\n`)
    }
    const entries = new Map<string, TreeEntry>(
      [...files].map(([path, body]) => [path, { mode: 0o100644, oid: this.#put('blob', Buffer.from(body)) }])
    )
    const tree = withChangedFiles(this.#read, this.#write, before.tree, entries)
    const call = { kind: 'play' as const, action: isOpening ? 'open_scene' : 'speak', actor, params: {}, agent: 'offline' as const }
    const message = formatBeatMessage({ subject: text, call, beat, rolls: [], scene: folder, rules: 'bench0bench0' })
    const author = { name: actor, email: `${actor}@proscenium.invalid` }
    const commit = this.#put('commit', encodeCommit({ tree, parents: [before.commit], author, time, message }))
    if (this.#waiting.size > PACK) this.#save()
    return { commit, tree, beat, log }
  }

  #put(kind: ObjectKind, body: Buffer): Oid {
    const oid = oidOf(kind, body)
    this.#waiting.set(oid, { oid, bytes: packed(kind, body) })
    return oid
  }

  readonly #read = (oid: Oid): GitTree => this.#trees.get(oid) ?? this.#repo.tree(oid)
  readonly #write = (tree: GitTree): Oid => {
    const sorted = sortTree(tree)
    const oid = this.#put('tree', encodeTree(sorted))
    this.#trees.set(oid, sorted)
    return oid
  }

  #save(): void {
    const place = { dir: join(this.#dir, '.git/objects/pack'), scratch: this.#repo.scratch, level: 2, first: 256 * this.#packCount++, lasting: false }
    if (this.#waiting.size > 0) writePack(nodeDisk, place, this.#waiting.size, this.#waiting.values())
    this.#waiting = new Map()
    this.#trees.clear()
  }
}
