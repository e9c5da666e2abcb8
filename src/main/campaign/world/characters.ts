import { equal, own, type Json, type JsonObject } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import type { FieldChange } from '../../../shared/contract/world-edits'
import { splitHeading } from '../../../shared/story/heading'
import { actorFolder, fileName } from '../../../shared/story/layout'
import { badId, fold, slug } from '../../../shared/story/names'
import { splitFrontMatter } from '../front-matter'
import { FILES } from '../layout'
import { personFiles } from '../map/map-of'
import { formatYaml, type FileChange } from '../yaml-splice'
import type { EditedWorld } from './edited-world'
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
  if (edit.name !== undefined) rename(world, id, checkedName(edit.name))
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
  const name = checkedName(edit.name ?? wished ?? '')
  const id = world.claimCharacter(wished, idBase(name))
  const place = edit.place ?? placeOfTable(world)
  world.place(place)
  for (const [path, content] of personFiles({ id, name }, place, world.newcomer, kind))
    world.drafts.put(path, typeof content === 'string' ? content : formatYaml(content))
  enter(world, id, name, kind, place)
  change(world, id, edit)
  return { parts: [{ id, verb: 'added', noun: 'character', name }], created: id }
}

/** Copies a character with sheet, prose and beliefs, without their past. */
export function copyCharacter(world: EditedWorld, { id: from, name: wished }: EditOp<'copy-character'>): StepResult {
  const { drafts } = world
  const { name: before, kind } = world.character(from)
  const names = new Set([...world.cast.values()].map(({ name }) => fold(name)))
  const name = wished === undefined ? numbered(before, (one) => names.has(fold(one))) : checkedName(wished)
  const id = world.claimCharacter(undefined, idBase(name))
  const text = (file: 'sheet' | 'actor' | 'beliefs'): string | undefined => drafts.text(world.characterFile(from, file))
  const to = (file: 'sheet' | 'actor' | 'beliefs' | 'timeline'): string => `${actorFolder(kind, id)}/${fileName(file)}`
  drafts.put(to('sheet'), text('sheet') ?? '')
  drafts.change(to('sheet'), { keys: ['name'], to: name })
  drafts.put(to('actor'), withHeading(text('actor') ?? '', before, name))
  drafts.put(to('beliefs'), text('beliefs') ?? '{}\n')
  drafts.put(to('timeline'), '[]\n')
  enter(world, id, name, kind, world.people.get(from) ?? '')
  return { parts: [{ id, verb: 'added', noun: 'character', name, where: `as a copy of ${before}` }], created: id }
}

/** A name with the next number at its end: Wren 2, Wren 3. */
function numbered(name: string, isTaken: (name: string) => boolean): string {
  const base = name.replace(/ \d{1,4}$/, '').slice(0, 190)
  for (let n = 2; ; n++) if (!isTaken(`${base} ${n}`)) return `${base} ${n}`
}

function enter(world: EditedWorld, id: string, name: string, kind: 'player' | 'npc', place: string): void {
  world.cast.set(id, { name, kind })
  world.people.set(id, place)
  // A player who isn't listed sits behind the listed ones, so an order is only extended where there is one.
  const party = kind === 'player' ? world.drafts.value(FILES.table, ['party']) : undefined
  if (Array.isArray(party) && party.length > 0) world.drafts.change(FILES.table, { keys: ['party'], to: [...party, id] })
}

/** Where a new character is: in the scene, else with the players, else in the first place. */
function placeOfTable({ scene, cast, people, places }: EditedWorld): string {
  const player = [...cast].find(([, { kind }]) => kind === 'player')?.[0] ?? ''
  const place = scene?.place ?? people.get(player) ?? [...places.keys()][0]
  if (place === undefined) throw new Problem('refused', 'The world has no place yet, so nobody can be anywhere. Add a place on the map first.')
  return place
}

/** A name in one line. Throws Problem `bad-input` if nothing readable is left. */
function checkedName(wished: string): string {
  const name = wished
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
  if (name === '') throw new Problem('bad-input', 'A character needs a name. Enter one.')
  return name
}

/** The id that a name suggests, for any script; `character` for a name without letters and digits. */
function idBase(name: string): string {
  const base = /[\p{L}\p{N}]/u.test(name) ? slug(name) : 'character'
  return badId(`${base}-2`) === undefined ? base : 'character'
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

/** A Markdown text whose heading is the new name if it was the old one. */
function withHeading(text: string, before: string, name: string): string {
  const { body } = splitFrontMatter(text, fileName('actor'))
  if (splitHeading(body).heading !== before) return text
  return text.slice(0, text.length - body.length) + body.replace(/# .*/, () => `# ${name}`)
}

/** Changes fields of a character's files. */
function change(world: EditedWorld, id: string, { sheet = [], about = [], text }: EditOp<'put-character'>): void {
  const { drafts, state, lore } = world
  const actor = own(state.actors, id) as JsonObject | undefined
  const prose = own(lore.actors, id) as JsonObject | undefined
  if (sheet.length > 0) drafts.change(world.characterFile(id, 'sheet'), ...checkedChanges(world, id, sheet, actor))
  const path = world.characterFile(id, 'actor')
  if (about.length > 0) drafts.changeMatter(path, ...checkedChanges(world, id, about, prose))
  if (text === undefined) return
  const now = drafts.text(path) ?? ''
  const { body } = splitFrontMatter(now, path)
  const { before, text: below } = splitHeading(body)
  if (text.was !== undefined && text.was.trim() !== below.trim()) throw changedMeanwhile(world, id, 'description')
  // Without a heading before it, a text that begins with a fence would be front matter.
  const front = now.slice(0, now.length - body.length) || (before === '' && text.to.startsWith('---') ? '---\n---\n' : '')
  const written = text.to.replace(/\r\n?/g, '\n').replace(/\n*$/, '\n').replace(/^\n+/, '')
  const heading = before === '' ? '' : before.replace(/\s*$/, '\n\n')
  drafts.put(path, `${front}${heading}${written}`.replace(/\n*$/, '\n'))
}

function checkedChanges(world: EditedWorld, id: string, changes: readonly FieldChange[], before: JsonObject | undefined): FileChange[] {
  return changes.map(({ keys, to, was }) => {
    if (was !== undefined && !equal(valueIn(before, keys) ?? null, was)) throw changedMeanwhile(world, id, keys.join(' '))
    return { keys, to: to === null ? undefined : to }
  })
}

function valueIn(value: Json | undefined, keys: readonly string[]): Json | undefined {
  let at = value
  for (const key of keys) at = typeof at === 'object' && at !== null && !Array.isArray(at) ? own(at, key) : undefined
  return at
}

const changedMeanwhile = (world: EditedWorld, id: string, field: string): Problem =>
  new Problem('conflict', `Another edit has changed the ${field} of ${world.character(id).name} meanwhile. Look at it, and save again.`, {
    id,
    field
  })
