import { isObject, own, type JsonObject } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import { endingOf } from '../../../shared/base/picture'
import { actorFolder, fileName, PORTRAIT_FILES } from '../../../shared/story/layout'
import type { Manifest } from '../../../shared/story/game'
import { fold, idBase, numbered } from '../../../shared/story/names'
import { statFault } from '../../../shared/story/sheet'
import type { Actor } from '../../../shared/story/state'
import { FILES } from '../layout'
import { personFiles } from '../map/map-of'
import { formatYaml } from '../yaml-splice'
import type { EditedWorld } from './edited-world'
import type { FileDrafts } from './file-drafts'
import { checkedChanges, checkedName, conflict, withHeading, withText } from './field-edits'
import type { EditOp, StepResult } from './put'

/** Creates a character, or changes one. */
export function putCharacter(world: EditedWorld, edit: EditOp<'put-character'>): StepResult {
  const { id } = edit
  if (id === undefined || (edit.kind !== undefined && !world.cast.has(id))) return newCharacter(world, edit)
  const { name: before } = world.character(id)
  if (edit.place !== undefined) {
    world.place(edit.place)
    world.put(id, edit.place)
  }
  if (edit.name !== undefined) rename(world, id, checkedName('character', edit.name))
  change(world, id, edit)
  const { name } = world.character(id)
  return {
    parts: [
      name === before ? { id, verb: 'saved', noun: 'character', name } : { id, verb: 'renamed', noun: 'character', name: before, where: `to ${name}` }
    ]
  }
}

function newCharacter(world: EditedWorld, edit: EditOp<'put-character'>): StepResult {
  const { id: wished, kind = 'npc' } = edit
  const name = checkedName('character', edit.name ?? wished ?? '')
  const id = world.claimCharacter(wished, idBase(name, 'character'))
  const place = edit.place ?? placeOfTable(world)
  world.place(place)
  for (const [path, content] of personFiles({ id, name }, place, world.newcomer, kind))
    world.drafts.put(path, typeof content === 'string' ? content : formatYaml(content))
  enter(world, id, name, kind, place)
  change(world, id, edit)
  return { parts: [{ id, verb: 'added', noun: 'character', name }], created: id }
}

/** Sets or removes a character's portrait. The picture itself is checked with the files of the edit. */
export function putPortrait(world: EditedWorld, { id, picture, was }: EditOp<'put-portrait'>): StepResult {
  const { drafts, lore } = world
  const { name, kind } = world.character(id)
  if (was !== undefined && was !== (own(lore.portraits, id)?.oid ?? null)) throw changedMeanwhile(world, id, 'portrait')
  const bytes = picture === null ? undefined : Buffer.from(picture, 'base64')
  const file = bytes && `portrait.${endingOf(bytes)}`
  for (const other of PORTRAIT_FILES) if (other !== file) drafts.remove(`${actorFolder(kind, id)}/${other}`)
  if (bytes) drafts.put(`${actorFolder(kind, id)}/${file}`, bytes)
  return { parts: [{ id, verb: bytes ? 'set' : 'removed', noun: 'portrait', name: `the portrait of ${name}` }] }
}

/** Copies a character with sheet, prose, beliefs and portrait, without their past. */
export function copyCharacter(world: EditedWorld, { id: from, name: wished }: EditOp<'copy-character'>): StepResult {
  const { drafts } = world
  const { name: before, kind } = world.character(from)
  const names = new Set([...world.cast.values()].map(({ name }) => fold(name)))
  const name = wished === undefined ? numbered(before, (one) => names.has(fold(one))) : checkedName('character', wished)
  const id = world.claimCharacter(undefined, idBase(name, 'character'))
  const text = (file: 'sheet' | 'actor' | 'beliefs'): string | undefined => drafts.text(world.characterFile(from, file))
  const to = (file: 'sheet' | 'actor' | 'beliefs' | 'timeline'): string => `${actorFolder(kind, id)}/${fileName(file)}`
  drafts.put(to('sheet'), text('sheet') ?? '')
  drafts.change(to('sheet'), { keys: ['name'], to: name })
  drafts.put(to('actor'), withHeading(text('actor') ?? '', before, name))
  drafts.put(to('beliefs'), text('beliefs') ?? '{}\n')
  drafts.put(to('timeline'), '[]\n')
  for (const file of PORTRAIT_FILES) {
    const portrait = drafts.bytes(`${actorFolder(kind, from)}/${file}`)
    if (portrait) drafts.put(`${actorFolder(kind, id)}/${file}`, portrait)
  }
  enter(world, id, name, kind, world.people.get(from) ?? '')
  return { parts: [{ id, verb: 'added', noun: 'character', name, where: `as a copy of ${before}` }], created: id }
}

function enter(world: EditedWorld, id: string, name: string, kind: 'player' | 'npc', place: string): void {
  world.cast.set(id, { name, kind })
  world.people.set(id, place)
  // A player who isn't listed sits behind the listed ones, so an order is only extended where there is one.
  const party = kind === 'player' ? world.drafts.value(FILES.table, ['party']) : undefined
  if (Array.isArray(party) && party.length > 0) world.drafts.change(FILES.table, { keys: ['party'], to: [...party, id] })
}

/** Where the table is: in the scene, else with the players, else in the first place. */
export function placeOfTable({ scene, cast, people, places }: EditedWorld): string {
  const player = [...cast].find(([, { kind }]) => kind === 'player')?.[0] ?? ''
  const place = scene?.place ?? people.get(player) ?? [...places.keys()][0]
  if (place === undefined) throw new Problem('refused', 'The world has no place yet, so nobody can be anywhere. Add a place on the map first.')
  return place
}

function rename(world: EditedWorld, id: string, name: string): void {
  const { name: before, kind } = world.character(id)
  if (name === before) return
  const { drafts } = world
  drafts.change(world.characterFile(id, 'sheet'), { keys: ['name'], to: name })
  const about = world.characterFile(id, 'actor')
  const text = drafts.text(about)
  const retitled = text === undefined ? undefined : withHeading(text, before, name)
  if (retitled !== undefined && retitled !== text) {
    drafts.put(about, retitled)
    world.retitledFiles.push([about, about])
  }
  world.cast.set(id, { name, kind })
}

/** Changes fields of a character's files. */
function change(world: EditedWorld, id: string, { sheet = [], about = [], text }: EditOp<'put-character'>): void {
  const { drafts, state, lore } = world
  const actor = own(state.actors, id) as JsonObject | undefined
  const prose = own(lore.actors, id) as JsonObject | undefined
  if (sheet.length > 0) {
    const file = world.characterFile(id, 'sheet')
    const before = numbersIn(drafts, file)
    drafts.change(file, ...checkedChanges(sheet, actor, (field) => changedMeanwhile(world, id, field)))
    refuseBeyondLimits(before, numbersIn(drafts, file), world.newcomer.limits)
  }
  const path = world.characterFile(id, 'actor')
  if (about.length > 0) drafts.changeMatter(path, ...checkedChanges(about, prose, (field) => changedMeanwhile(world, id, field)))
  if (text === undefined) return
  drafts.put(path, withText(drafts.text(path) ?? '', text, changedMeanwhile(world, id, 'description')))
}

type Numbers = Pick<Actor, 'stats' | 'max'>

/** The numbers of a sheet as they are written. */
function numbersIn(drafts: FileDrafts, path: string): Numbers {
  const numbers = (key: string): Record<string, number> => {
    const map = drafts.value(path, [key])
    return Object.fromEntries(Object.entries(isObject(map) ? map : {}).filter((one): one is [string, number] => typeof one[1] === 'number'))
  }
  return { stats: numbers('stats'), max: numbers('max') }
}

/** Throws Problem `bad-input` for a stat that the edit takes beyond the limits of the game. */
function refuseBeyondLimits(before: Numbers, after: Numbers, limits: Manifest['stats']): void {
  for (const [stat, limit] of Object.entries(limits)) {
    const [now, most] = [own(after.stats, stat), own(after.max, stat)]
    const isMaxChanged = most !== own(before.max, stat)
    if (now === own(before.stats, stat) && !isMaxChanged) continue
    const refuse = (sentence: string): Problem => new Problem('bad-input', sentence, { stat })
    const { label, min } = limit
    if (isMaxChanged && most !== undefined && most < min)
      throw refuse(`The maximum of ${label} can't be below ${min} in this game: enter ${min} or more.`)
    const fault = statFault(before, after, stat, limit)
    if (fault?.is === 'below') throw refuse(`${label} can't be below ${min} in this game: enter ${min} or more.`)
    if (fault?.is === 'above' && isMaxChanged) throw refuse(`${label} is ${now} now, so its maximum can't be lower: enter ${now} or more.`)
    if (fault?.is === 'above') throw refuse(`${label} can't be above its maximum: enter ${most} or less, or raise the maximum first.`)
    if (fault) throw refuse(`${fault.is === 'fraction' ? label : `The maximum of ${label}`} is a whole number in this game: enter one.`)
  }
}

const changedMeanwhile = (world: EditedWorld, id: string, field: string): Problem => conflict(world.character(id).name, id, field)
