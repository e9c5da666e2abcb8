import { fileAt } from '../../../shared/story/layout'
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, renameSync, rmdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type JsonObject, own } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import type { Manifest } from '../../../shared/story/game'
import { firstNext } from '../../../shared/story/state'
import { nextFile } from '../../campaign/beat-files'
import { type NewFile, History, nodeDisk } from '../../campaign/history'
import { splitFrontMatter } from '../../campaign/front-matter'
import { replacePlain } from '../../campaign/git/plain-files'
import { checkCanInit } from '../../campaign/git/repository'
import { FILES } from '../../campaign/layout'
import { BEGINNING, formatBeatMessage } from '../../campaign/beat-message'
import { sweepClones } from '../../campaign/remote/scratch'
import { formatYaml, parseYaml, splice } from '../../campaign/yaml-splice'
import { bundledGames, gameFiles, readFolder } from './bundled'
import { bundledStart } from './starts'
import { loadGame } from '../../rules/load-game'
import { isGone, ownSelf } from '../../campaign/git/owner'

/** The name of a draft. It contains the process id, so that a killed process's draft can be told from one in progress. */
const DRAFT = /^\.making-(\d+)-(\d*)$/
/** The name of a draft that is complete. */
const WHOLE = '.made'

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Fills a folder with what `make` writes into a draft in it. Stopped at any point, nothing exists or `finishMaking` completes it. */
async function makeWhole(dir: string, make: (draft: string) => Promise<void>): Promise<void> {
  const { pid, start } = ownSelf()
  const draft = join(dir, `.making-${pid}-${start}`)
  try {
    mkdirSync(draft)
    await make(draft)
    renameSync(draft, join(dir, WHOLE))
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true })
    throw thrown
  }
  finishMaking(dir)
}

/** Completes a complete draft of a killed process, and removes an incomplete one. Does nothing in any other folder. */
function finishMaking(dir: string): void {
  const whole = join(dir, WHOLE)
  if (isFolder(whole)) {
    // The .git folder is moved last, because it makes the folder a campaign.
    const names = readdirSync(whole).toSorted((a, b) => Number(a === '.git') - Number(b === '.git'))
    for (const name of names) renameSync(join(whole, name), join(dir, name))
    rmdirSync(whole)
  }
  for (const name of isFolder(dir) ? readdirSync(dir) : []) {
    const [, pid, start = ''] = DRAFT.exec(name) ?? []
    const isLeft = pid !== undefined && isFolder(join(dir, name)) && isGone({ pid: Number(pid), host: ownSelf().host, start })
    if (isLeft) rmSync(join(dir, name), { recursive: true, force: true })
  }
}

/** The version of the campaign folder's format. A beat migrates an older folder. An older app refuses a newer format. */
export const FORMAT = 1
/** Raise this whenever the engine gives other results for the same beat. `verify` calls beats of another engine "not comparable". */
export const ENGINE = 8

/** Schemas for authors of rules, copied from rules/schema/: no part of the story, so better words there change no tree and no hash. */
export const SCHEMAS = '.proscenium/schema'

/** The file narrative-version. */
export const versionFile = (game: string, version: string, rules: string): string =>
  formatYaml({ engine: ENGINE, format: FORMAT, game, rules, version })

export interface NewOptions {
  dir: string
  title?: string | undefined
  game: string
  /** What the game is called in this campaign; its own name if undefined. */
  gameName?: string | undefined
  seed: string
  template: 'sample' | 'blank'
  /** The id of a bundled campaign, in place of `template`. Its game has to be `game`. */
  start?: string | undefined
  /** The app's folder that holds rules/ and resources/. */
  resources: string
  now: number
}

/** The contents and message of a campaign's first commit. */
export interface Beginning {
  title: string
  files: Map<string, NewFile>
  message: string
  author: { name: string; email: string }
}

/** Assembles a campaign's first commit: the game, and a bundled world or a blank one. Throws Problem `not-found`, `bad-input`. */
export async function beginningOf(options: Omit<NewOptions, 'now'>): Promise<Beginning> {
  const files = new Map<string, Buffer>()
  const bundled = bundledGames(options.resources)
  const bundledGame = bundled.find(({ id }) => id === options.game)
  if (!bundledGame)
    throw new Problem('not-found', `There is no game "${options.game.slice(0, 60)}". Choose one of: ${bundled.map(({ id }) => id).join(', ')}.`)
  const id = options.start ?? (options.template === 'sample' ? bundledGame.sample?.id : undefined)
  const start = id === undefined ? undefined : bundledStart(options.resources, id)
  if (start && start.game !== bundledGame.id)
    throw new Problem('bad-input', `“${start.title}” is a campaign for ${start.game}, not for ${bundledGame.id}. Choose that game, or another start.`)
  for (const [path, bytes] of readFolder(join(options.resources, 'resources', 'direction'))) files.set(`direction/${path}`, bytes)
  for (const [path, bytes] of readFolder(join(options.resources, start?.folder ?? 'resources/blank'))) files.set(path, bytes)
  const ruleFiles = gameFiles(options.resources, bundledGame.id)
  if (options.gameName !== undefined) renameGame(ruleFiles, options.gameName)
  for (const [path, bytes] of ruleFiles) files.set(`rules/${path}`, bytes)
  if (options.title !== undefined) files.set(FILES.about, retitled(files.get(FILES.about)?.toString('utf8') ?? '', options.title))
  const game = await loadGame(ruleFiles)
  const { hash } = game
  if (!start) fitSheets(files, game.manifest)
  files.set(FILES.version, Buffer.from(versionFile(game.manifest.game, game.manifest.version, hash)))
  game.dispose()
  files.set(FILES.next, Buffer.from(nextFile(firstNext(options.seed))))
  files.set(FILES.currentScene, Buffer.alloc(0))
  const title =
    options.title ?? /^title: *(.+)$/m.exec(files.get(FILES.about)?.toString('utf8') ?? '')?.[1]?.replace(/^["']|["']$/g, '') ?? basename(options.dir)
  const call = { kind: 'import' as const, action: BEGINNING, actor: 'designer', params: {}, agent: 'hand' }
  return {
    title,
    files: new Map([...files].map(([path, bytes]) => [path, { bytes }])),
    message: formatBeatMessage({ subject: `${title} begins`, call, beat: 0, rolls: [], rules: hash }),
    author: { name: 'designer', email: 'designer@proscenium.invalid' }
  }
}

/** Creates a campaign folder with its first commit. Throws Problem if the folder isn't empty or can't be written; then nothing is left behind. */
export async function createCampaign(options: NewOptions): Promise<void> {
  const dir = resolve(options.dir)
  const existed = existsSync(dir)
  checkFolder(dir)
  const { files, message, author } = await beginningOf({ ...options, dir })
  try {
    mkdirSync(dir, { recursive: true })
    sweepClones(dir)
    checkCanInit(nodeDisk, realpathSync.native(dir))
    await makeWhole(dir, async (draft) => {
      const history = History.create(draft)
      try {
        history.commitFiles({ parent: undefined, files, message, author: { ...author, ...history.person() }, time: options.now })
      } finally {
        history.dispose()
      }
      writeSchemas(draft, options.resources)
    })
  } catch (thrown) {
    if (!existed) rmSync(dir, { recursive: true, force: true })
    if (thrown instanceof Problem) throw thrown
    throw new Problem('disk', `Couldn't write to ${dir} (${(thrown as Error).message}). Choose another folder or free some space.`)
  }
}

/** Copies the schemas into a campaign folder. */
export function writeSchemas(dir: string, resources: string): void {
  mkdirSync(join(dir, SCHEMAS), { recursive: true })
  for (const [path, bytes] of readFolder(join(resources, 'rules', 'schema'))) replacePlain(join(dir, SCHEMAS, path), bytes)
}

function checkFolder(dir: string): void {
  let names: string[]
  try {
    if (!existsSync(dir)) return
    if (!lstatSync(dir).isDirectory()) throw new Problem('bad-folder', `${dir} is not a folder. Choose another name.`)
    finishMaking(dir)
    names = readdirSync(dir)
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown
    throw new Problem('bad-folder', `Couldn't read ${dir} (${(thrown as Error).message}). Choose another folder.`)
  }
  if (names.includes('.git') && names.includes(FILES.next)) throw new Problem('bad-folder', `${dir} already holds a campaign. Open it.`, { dir })
  if (names.length > 0) throw new Problem('bad-folder', `${dir} is not empty. Choose a new or empty folder for the campaign.`)
}

/** Gives the players of a blank campaign the sheet in the manifest's `newcomer`. */
function fitSheets(files: Map<string, Buffer>, manifest: Manifest): void {
  for (const [path, bytes] of files) {
    const at = fileAt(path)
    if (at?.kind !== 'sheet' || at.parts.group !== 'players') continue
    const sheet = parseYaml(bytes.toString('utf8'), path) as JsonObject
    files.set(path, Buffer.from(formatYaml({ ...sheet, stats: { ...manifest.newcomer.stats }, max: { ...manifest.newcomer.max } })))
  }
}

/** Gives a game another name, in its manifest and in the heading of its README. */
function renameGame(files: Map<string, Buffer>, wanted: string): void {
  const name = wanted.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '').trim()
  if (name === '') return
  const change = (path: string, make: (text: string) => string): void => {
    const bytes = files.get(path)
    if (bytes) files.set(path, Buffer.from(make(bytes.toString('utf8'))))
  }
  change('manifest.yaml', (text) => splice(text, [{ keys: ['game'], to: name }]))
  change('README.md', (text) => text.replace(/^# .*$/m, () => `# ${name}`))
}

function retitled(about: string, title: string): Buffer {
  const { matter, body } = splitFrontMatter(about, FILES.about)
  const front = { premise: '', ...(matter as JsonObject), title: title.replace(/\s+/g, ' ').trim() }
  const before = own(matter as JsonObject, 'title')
  // The body's first heading repeats the title.
  const heading = /^\s*# (.*)/.exec(body)
  const text = heading && heading[1]?.trim() === before ? body.replace(/# .*/, () => `# ${front.title}`) : body
  return Buffer.from(`---\n${formatYaml(front)}---\n${text || `# ${front.title}\n`}`)
}
