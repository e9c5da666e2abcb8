import type { Game } from '../../../shared/story/game'
import { isObject, own } from '../../../shared/base/json'
import { groupOf, pathOf } from '../../../shared/story/layout'
import { badId, fold, freeName, slug, VERBS } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import type { WizardAnswers, WizardFile, WizardPlan } from '../../../shared/contract/workshop-calls'
import { parseYaml, splice, type FileChange } from '../../campaign/yaml-splice'
import { typescriptAction, yamlAction, UNNAMED } from './action-files'
import { castAction, conditionFile, copiedSpell, itemEntry, spellEntry, tableFile } from './data-files'
import { lineOf, placed } from './marked'
import { FILE_EDIT } from '../edits/edit-history'
import type { StoryEditor, StoryReader } from '../reader'
import type { SavedBeat } from '../story'
import { clipped } from '../../../shared/words/clipped'

/** The files that a wizard would write into the committed campaign. Throws Problem. */
export function wizardPlan({ history, past, snapshot }: StoryReader, answers: WizardAnswers): WizardPlan {
  const { commit, game, state } = snapshot
  return planWizard({ game, state, paths: [...history.files(commit.tree).keys()], text: (path) => past.files.text(commit.tree, path) }, answers)
}

/** Writes the files of a wizard as one beat by the designer. Throws Problem; then nothing has changed. */
export async function runWizard(campaign: StoryEditor, answers: WizardAnswers): Promise<SavedBeat & { plan: WizardPlan }> {
  const plan = wizardPlan(campaign, answers)
  const files = new Map(plan.files.map(({ path, text }) => [path, Buffer.from(text)]))
  try {
    return { ...(await campaign.edit(files, plan.subject, { kind: 'edit', action: FILE_EDIT, params: {} })), plan }
  } catch (thrown) {
    if (!(thrown instanceof Problem) || (thrown.code !== 'bad-file' && thrown.code !== 'rule-failed')) throw thrown
    throw new Problem('refused', `${thrown.message} Nothing was changed.`, thrown.data)
  }
}

/** The game, the state and the files that a wizard adds to. */
export interface Ground {
  game: Pick<Game, 'manifest' | 'equipment' | 'conditions' | 'tables' | 'actions' | 'guide'>
  state: GameState
  paths: readonly string[]
  /** The text of a file; undefined if there is none. */
  text(path: string): string | undefined
}

type Answers<K extends WizardAnswers['what']> = Extract<WizardAnswers, { what: K }>

const MANIFEST = pathOf('manifest')
const DEFAULT_NAMES: Readonly<Record<WizardAnswers['what'], string>> = {
  action: UNNAMED,
  condition: 'New condition',
  item: 'New item',
  spell: 'New spell',
  table: 'New table'
}

/** The files that a wizard would write. A pure function. Throws Problem `refused` or `bad-file`. */
export function planWizard(ground: Ground, answers: WizardAnswers): WizardPlan {
  const label = lineOf(answers.name) || DEFAULT_NAMES[answers.what]
  const plan = new Plan(ground, answers.what, label)
  switch (answers.what) {
    case 'action':
      return planAction(plan, answers)
    case 'condition': {
      const id = plan.free((one) => Object.hasOwn(ground.game.conditions, one), 'rules/conditions')
      const about = lineOf(answers.about) || `Say here what it is like to be ${label}.`
      plan.create(pathOf('condition', { id }), conditionFile(label, about, answers.effect, ground.game.manifest))
      return plan.done(id, `Added the condition ${label}`)
    }
    case 'item': {
      const id = plan.free((one) => Object.hasOwn(ground.game.equipment, one))
      plan.equip(id, itemEntry(id, label, answers.kind, ground.game), FILES_OF_KINDS[answers.kind])
      plan.put(id, answers.where)
      return plan.done(id, `Added the item ${label}`)
    }
    case 'spell':
      return planSpell(plan, answers)
    default: {
      const id = plan.free((one) => Object.hasOwn(ground.game.tables, one), 'rules/tables')
      plan.create(pathOf('diceTable', { id }), tableFile(id, label, answers.dice))
      return plan.done(id, `Added the table ${label}`)
    }
  }
}

const FILES_OF_KINDS: Readonly<Record<Answers<'item'>['kind'], string>> = {
  weapon: 'weapons',
  armor: 'armor',
  consumable: 'items',
  tool: 'items',
  light: 'items',
  treasure: 'items'
}

function planAction(plan: Plan, { about, language, users, shape }: Answers<'action'>): WizardPlan {
  const { game } = plan.ground
  const id = plan.freeAction()
  const parts = {
    id,
    label: plan.label,
    about: lineOf(about) || `${plan.label}.`,
    users,
    shape,
    manifest: game.manifest,
    item: Object.keys(game.equipment)[0]
  }
  if (language === 'ts') plan.create(pathOf('action', { id }), typescriptAction(parts))
  else plan.create(pathOf('yamlAction', { id }), yamlAction(parts))
  plan.splice(MANIFEST, { keys: [users], to: [...game.manifest[users], id] })
  return plan.done(id, `Added the action ${id}`)
}

/** The files of a new spell, which is an item. It begins as a copy of a similar spell of the game; without one, it gets an action of its own. */
function planSpell(plan: Plan, { about, effect, where }: Answers<'spell'>): WizardPlan {
  const { manifest, equipment, conditions, guide } = plan.ground.game
  const id = plan.free((one) => Object.hasOwn(equipment, one))
  const { items } = guide()
  const alike = { harms: ['attack'], heals: ['heal', 'recover'], condition: ['hold', 'protect'] }[effect]
  const model = Object.entries(equipment).find(
    ([one, { kind, grants }]) => kind === 'spell' && grants !== undefined && alike.includes(own(items, one)?.purpose ?? '')
  )?.[1]
  if (model) plan.equip(id, copiedSpell(id, plan.label, model), 'spells')
  else {
    const action = plan.freeAction('cast-')
    const condition = Object.entries(conditions).find(([, { cannot_act, dead }]) => !cannot_act && dead !== true)?.[0]
    plan.create(
      pathOf('yamlAction', { id: action }),
      castAction(action, plan.label, lineOf(about) || `Cast ${plan.label}.`, effect, { manifest, condition })
    )
    plan.equip(id, spellEntry(id, plan.label, action), 'spells')
  }
  plan.put(id, where)
  return plan.done(id, `Added the spell ${plan.label}`)
}

class Plan {
  readonly #files = new Map<string, WizardFile>()
  #open: WizardPlan['open'] | undefined

  constructor(
    readonly ground: Ground,
    readonly what: WizardAnswers['what'],
    readonly label: string
  ) {}

  /** A free id for the label: no entry of this kind and no file of the folder has it. */
  free(isTaken: (id: string) => boolean, folder?: string, prefix = ''): string {
    const names = new Set(
      this.ground.paths.flatMap((path) => (folder !== undefined && path.startsWith(`${folder}/`) ? [fold(path.replace(/\.\w+$/, ''))] : []))
    )
    return freeName(`${prefix}${this.#slug()}`, (id) => badId(id) !== undefined || isTaken(id) || names.has(fold(`${folder}/${id}`)))
  }

  /** The label as the name of a rule file, which may have only plain letters, digits and dashes. */
  #slug(): string {
    const plain = (text: string): string =>
      slug(text.replaceAll(/[^\p{ASCII}\p{M}\p{Script=Latin}]/gu, ' ').replaceAll('ß', 'ss'))
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '')
    const own = plain(this.label)
    return /[\p{L}\p{N}]/u.test(this.label) && own !== '' && own !== 'untitled' ? own : slug(DEFAULT_NAMES[this.what])
  }

  /** A free id for an action. No verb of the table has it either. */
  freeAction(prefix = ''): string {
    const { actions } = this.ground.game
    return this.free((id) => Object.hasOwn(actions, id) || VERBS.some((verb) => verb === id), 'rules/actions', prefix)
  }

  /** Adds a new file. The editor opens the first one at its mark. */
  create(path: string, marked: string): void {
    const { text, ...at } = placed(marked)
    this.#open ??= { path, ...at }
    this.#files.set(path, { path, text })
  }

  /** Adds an entry to a file of equipment/: to the one with this name, otherwise to the first one, otherwise to a new one. */
  equip(id: string, marked: string, name: string): void {
    const all = this.ground.paths.filter((path) => /^rules\/equipment\/[^/]+\.yaml$/.test(path))
    const wanted = [name, 'items'].map((one) => pathOf('equipment', { id: one }))
    const path = wanted.find((one) => all.includes(one)) ?? all[0]
    if (path === undefined) return this.create(pathOf('equipment', { id: name }), marked)
    const before = this.#read(path)
    const body = before
      .replaceAll('\r\n', '\n')
      .replace(/^\uFEFF/, '')
      .trimEnd()
    const { text, line, column } = placed(`${body}${body === '' ? '' : '\n\n'}${marked}`)
    const isSound = own(mapIn(text, path), id) !== undefined
    // Lines can't be appended to some files, such as one map in braces.
    const whole = isSound ? text : splice(before, [{ keys: [id], to: (mapIn(placed(marked).text, path)[id] ?? null) as never }])
    this.#open ??= isSound ? { path, line, column } : { path, line: whole.slice(0, whole.lastIndexOf(id)).split('\n').length, column: 1 }
    this.#files.set(path, { path, text: whole, before })
  }

  /** Gives the new item to an actor, or puts it in a place. */
  put(id: string, where: Answers<'item'>['where']): void {
    if (where === null) return
    const { actors, places } = this.ground.state
    if ('actor' in where) {
      const actor = own(actors, where.actor)
      if (!actor) throw new Problem('refused', `There is no character ${where.actor}. Choose who carries the item.`, { field: 'where' })
      const path = pathOf('sheet', { group: groupOf(actor.kind), id: where.actor })
      return this.splice(path, { keys: ['inventory', freeName(id, (key) => Object.hasOwn(actor.inventory, key))], to: { item: id } })
    }
    const place = own(places, where.place)
    if (!place) throw new Problem('refused', `There is no place ${where.place}. Choose where the item lies.`, { field: 'where' })
    const path = pathOf('location', { region: place.region, id: where.place })
    this.splice(path, { keys: ['inventory', freeName(id, (key) => Object.hasOwn(place.inventory, key))], to: { item: id } })
  }

  /** Changes one value of a YAML file and no other byte of it. */
  splice(path: string, change: FileChange): void {
    const before = this.#read(path)
    this.#files.set(path, { path, text: splice(before, [change]), before })
  }

  #read(path: string): string {
    const text = this.ground.text(path)
    if (text !== undefined) return text
    throw new Problem('refused', `The file ${path} can't be changed, because it is not there. Put it back, then try again.`, { file: path })
  }

  done(id: string, subject: string): WizardPlan {
    const files = [...this.#files.values()]
    return { id, subject: clipped(subject, 300), files, open: this.#open ?? { path: files[0]?.path ?? MANIFEST, line: 1, column: 1 } }
  }
}

/** The map in a YAML text; empty if it can't be read as one. */
function mapIn(text: string, path: string): Record<string, unknown> {
  try {
    const value = parseYaml(text, path)
    return isObject(value) ? value : {}
  } catch (thrown) {
    if (thrown instanceof Problem) return {}
    throw thrown
  }
}
