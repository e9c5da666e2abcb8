import { pathOf } from '../../../shared/story/layout'
import { isObject, type Json, own } from '../../../shared/base/json'
import { narrativeText } from '../../../shared/narrator/documents'
import { NarrativeFields } from '../../../shared/narrator/mutations'
import { misfitWords } from '../../../shared/base/schema-errors'
import { Problem } from '../../../shared/base/problem'
import { STORY_PARTS, storyName } from '../../../shared/story/story-state'
import { splitFrontMatter } from '../front-matter'
import { formatYaml, type FileChange } from '../yaml-splice'
import { missingEntry, type EditedWorld } from './edited-world'
import { checkedName, conflict } from './field-edits'
import { checkFact, checkId } from './new-ids'
import { fieldChanges, type StepResult, type EditOp, withBody } from './put'

const [STATE, FACTS] = [pathOf('state'), pathOf('facts')]

/** Creates or changes a quest, faction, relationship or thread. */
export function putStory(world: EditedWorld, { kind, id, fields }: EditOp<'put-story'>): StepResult {
  const part = STORY_PARTS[kind]
  const before = world.drafts.value(STATE, [part, id])
  const name = `the ${kind} “${(before === undefined || kind !== 'relationship' ? nameIn(world, fields) : undefined) ?? storyName(kind, world.state, id)}”`
  if (before === undefined) {
    checkId(kind, id)
    const entry = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    world.drafts.change(STATE, { keys: [part, id], to: entry })
    return { parts: [{ id, verb: 'added', noun: kind, name }], created: id }
  }
  // An entry that is only a text is an older format for its name.
  if (!isObject(before)) world.drafts.change(STATE, { keys: [part, id], to: { [kind === 'thread' ? 'text' : 'name']: before } })
  world.drafts.change(STATE, ...fieldChanges(fields, [part, id]))
  return { parts: [{ id, verb: 'saved', noun: kind, name }] }
}

/** The name of an entry from its fields: the two ends of a relationship, the text of a thread. */
function nameIn(world: EditedWorld, fields: Readonly<Record<string, Json>>): string | undefined {
  const [name, from, to, text] = ['name', 'from', 'to', 'text'].map((key) => own(fields, key))
  if (typeof name === 'string') return name
  const called = (id: string): string => own(world.state.actors, id)?.name ?? id
  if (typeof from === 'string' && typeof to === 'string') return `${called(from)} → ${called(to)}`
  return typeof text === 'string' && from === undefined ? text : undefined
}

/** Removes a quest, faction, relationship or thread. */
export function removeStory(world: EditedWorld, { kind, id }: EditOp<'remove-story'>): StepResult {
  const part = STORY_PARTS[kind]
  if (world.drafts.value(STATE, [part, id]) === undefined) throw missingEntry(kind, id)
  world.drafts.change(STATE, { keys: [part, id], to: undefined })
  return { parts: [{ id, verb: 'removed', noun: kind, name: `the ${kind} “${storyName(kind, world.state, id)}”` }] }
}

const beliefsFile = (world: EditedWorld, who: string): { path: string; name: string } => ({
  path: world.characterFile(who, 'beliefs'),
  name: world.character(who).name
})

/** Creates or changes a character's belief about a fact or narrative. The belief records the number of the beat. */
export function putBelief(world: EditedWorld, { who, claim, fields }: EditOp<'put-belief'>): StepResult {
  const { path, name } = beliefsFile(world, who)
  if (claim === '__proto__') checkId('belief', claim)
  const isNew = world.drafts.value(path, [claim]) === undefined
  const beat = world.state.next.beat + 1
  const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Record<string, Json>
  world.drafts.change(path, ...(isNew ? [{ keys: [claim], to: { ...values, beat } }] : fieldChanges({ ...fields, beat }, [claim])))
  return {
    parts: [
      { id: `${who} ${claim}`, verb: isNew ? 'added' : 'saved', noun: 'belief', name: `what ${name} believes about “${claimName(world, claim)}”` }
    ]
  }
}

/** Creates a fact, or changes its value or its title. */
export function putFact(world: EditedWorld, { id, value, title, was }: EditOp<'put-fact'>): StepResult {
  const now = world.drafts.value(STATE, ['facts', id])
  const isNew = now === undefined
  if (was !== undefined && was !== (now ?? null)) throw conflict(`the fact “${id}”`, id, 'value')
  const before = world.drafts.has(FACTS) ? world.drafts.value(FACTS, [id]) : undefined
  const isKnown = !isNew || before !== undefined
  if (!isKnown) checkFact(id)
  if (value !== undefined) world.drafts.change(STATE, { keys: ['facts', id], to: value })
  const called = title === undefined || title === null ? undefined : checkedName('fact', title)
  if (title !== undefined) world.drafts.change(FACTS, { keys: [id], to: called })
  const name = `the fact “${typeof before === 'string' ? before : (called ?? id)}”`
  const isAdded = isNew && value !== undefined
  return { parts: [{ id, verb: isAdded ? 'added' : 'saved', noun: 'fact', name }], ...(isAdded ? { created: id } : {}) }
}

/** Removes a character's belief about a fact or narrative. */
export function removeBelief(world: EditedWorld, { who, claim }: EditOp<'remove-belief'>): StepResult {
  const { path, name } = beliefsFile(world, who)
  if (world.drafts.value(path, [claim]) === undefined) throw missingEntry('belief', claim)
  world.drafts.change(path, { keys: [claim], to: undefined })
  return { parts: [{ id: `${who} ${claim}`, verb: 'removed', noun: 'belief', name: `what ${name} believes about “${claimName(world, claim)}”` }] }
}

const claimName = (world: EditedWorld, claim: string): string => own(world.lore.narratives, claim)?.name ?? claim

/** Creates or changes a narrative, which is a story event that characters tell and believe. */
export function putNarrative(world: EditedWorld, { id, fields }: EditOp<'put-narrative'>): StepResult {
  const path = pathOf('storyEvent', { id })
  const { content, ...matter } = fields
  const old = own(world.lore.narratives, id)
  const called = `the narrative “${matter.name ?? old?.name ?? id}”`
  if (!world.drafts.has(path)) {
    checkId('narrative', id)
    const fits = NarrativeFields.safeParse(Object.fromEntries(Object.entries(matter).filter(([, value]) => value !== null && value !== undefined)))
    if (!fits.success) throw new Problem('bad-input', `This narrative can't be added: ${misfitWords(fits.error, 'it')}. Correct it.`)
    world.drafts.put(path, narrativeText({ ...fits.data, beat: world.state.next.beat + 1 }, content ?? '', formatYaml))
    return { parts: [{ id, verb: 'added', noun: 'narrative', name: called }], created: id }
  }
  if (!old) throw new Problem('refused', `“${id}” is a story event that is played, not a narrative. Edit its file in the Workshop.`, { id })
  const changes: FileChange[] = fieldChanges(matter)
  if (changes.length > 0) world.drafts.changeMatter(path, ...changes)
  const text = world.drafts.text(path) ?? ''
  const { body } = splitFrontMatter(text, path)
  const heading = /^\s*# (.*)$/m.exec(body)?.[1]
  const isRenamed = heading === old.name && matter.name !== undefined && matter.name !== heading
  if (content !== undefined || isRenamed) {
    const title = isRenamed ? (matter.name ?? heading) : heading
    world.drafts.put(path, withBody(text, `${title === undefined ? '' : `\n# ${title}\n\n`}${content ?? old.content}`))
  }
  return { parts: [{ id, verb: 'saved', noun: 'narrative', name: called }] }
}

/** Removes a narrative. Characters keep their beliefs about it. */
export function removeNarrative(world: EditedWorld, { id }: EditOp<'remove-narrative'>): StepResult {
  const old = own(world.lore.narratives, id)
  if (!old) throw missingEntry('narrative', id)
  world.drafts.remove(pathOf('storyEvent', { id }))
  return { parts: [{ id, verb: 'removed', noun: 'narrative', name: `the narrative “${old.name}”` }] }
}
