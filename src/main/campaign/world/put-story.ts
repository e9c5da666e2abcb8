import { fileName, pathOf } from '../../../shared/story/layout'
import { isObject, type Json, own } from '../../../shared/base/json'
import { narrativeText } from '../../../shared/narrator/documents'
import { NarrativeFields } from '../../../shared/narrator/mutations'
import { misfitWords } from '../../../shared/base/schema-errors'
import { Problem } from '../../../shared/base/problem'
import { STORY_PARTS, storyName } from '../../../shared/story/story-state'
import { splitFrontMatter } from '../front-matter'
import { actorFolder } from '../layout'
import { formatYaml, type FileChange } from '../yaml-splice'
import type { Atlas } from './atlas'
import { checkId } from './new-ids'
import { changesOf, type Done, type Step, withBody } from './put'

const STATE = pathOf('state')

/** Creates or changes a quest, faction, relationship or thread. */
export function putStory(atlas: Atlas, { kind, id, fields }: Step<'put-story'>): Done {
  const part = STORY_PARTS[kind]
  const before = atlas.drafts.value(STATE, [part, id])
  const name = `the ${kind} “${(before === undefined || kind !== 'relationship' ? nameIn(atlas, fields) : undefined) ?? storyName(kind, atlas.state, id)}”`
  if (before === undefined) {
    checkId(kind, id)
    const entry = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    atlas.drafts.change(STATE, { keys: [part, id], to: entry })
    return { parts: [{ id, verb: 'added', noun: kind, name }], created: id }
  }
  // An entry that is only a text is an older format for its name.
  if (!isObject(before)) atlas.drafts.change(STATE, { keys: [part, id], to: { [kind === 'thread' ? 'text' : 'name']: before } })
  atlas.drafts.change(STATE, ...changesOf(fields, [part, id]))
  return { parts: [{ id, verb: 'saved', noun: kind, name }] }
}

/** The name of an entry from its fields: the two ends of a relationship, the text of a thread. */
function nameIn(atlas: Atlas, fields: Readonly<Record<string, Json>>): string | undefined {
  const [name, from, to, text] = ['name', 'from', 'to', 'text'].map((key) => own(fields, key))
  if (typeof name === 'string') return name
  const called = (id: string): string => own(atlas.state.actors, id)?.name ?? id
  if (typeof from === 'string' && typeof to === 'string') return `${called(from)} → ${called(to)}`
  return typeof text === 'string' && from === undefined ? text : undefined
}

/** Removes a quest, faction, relationship or thread. */
export function removeStory(atlas: Atlas, { kind, id }: Step<'remove-story'>): Done {
  const part = STORY_PARTS[kind]
  if (atlas.drafts.value(STATE, [part, id]) === undefined) throw missing(kind, id)
  atlas.drafts.change(STATE, { keys: [part, id], to: undefined })
  return { parts: [{ id, verb: 'removed', noun: kind, name: `the ${kind} “${storyName(kind, atlas.state, id)}”` }] }
}

const missing = (what: string, id: string): Problem =>
  new Problem('not-found', `There is no ${what} "${id}". It may have been removed; look at the list again.`, { what, id })

function beliefsFile(atlas: Atlas, who: string): { path: string; name: string } {
  const actor = own(atlas.state.actors, who)
  if (!actor) throw missing('character', who)
  return { path: `${actorFolder(atlas.state, who)}/${fileName('beliefs')}`, name: actor.name }
}

/** Creates or changes a character's belief about a fact or narrative. The belief records the number of the beat. */
export function putBelief(atlas: Atlas, { who, claim, fields }: Step<'put-belief'>): Done {
  const { path, name } = beliefsFile(atlas, who)
  if (claim === '__proto__') checkId('belief', claim)
  const isNew = atlas.drafts.value(path, [claim]) === undefined
  const beat = atlas.state.next.beat + 1
  const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Record<string, Json>
  atlas.drafts.change(path, ...(isNew ? [{ keys: [claim], to: { ...values, beat } }] : changesOf({ ...fields, beat }, [claim])))
  return {
    parts: [
      { id: `${who} ${claim}`, verb: isNew ? 'added' : 'saved', noun: 'belief', name: `what ${name} believes about “${claimName(atlas, claim)}”` }
    ]
  }
}

/** Removes a character's belief about a fact or narrative. */
export function removeBelief(atlas: Atlas, { who, claim }: Step<'remove-belief'>): Done {
  const { path, name } = beliefsFile(atlas, who)
  if (atlas.drafts.value(path, [claim]) === undefined) throw missing('belief', claim)
  atlas.drafts.change(path, { keys: [claim], to: undefined })
  return { parts: [{ id: `${who} ${claim}`, verb: 'removed', noun: 'belief', name: `what ${name} believes about “${claimName(atlas, claim)}”` }] }
}

const claimName = (atlas: Atlas, claim: string): string => own(atlas.lore.narratives, claim)?.name ?? claim

/** Creates or changes a narrative, which is a story event that characters tell and believe. */
export function putNarrative(atlas: Atlas, { id, fields }: Step<'put-narrative'>): Done {
  const path = pathOf('storyEvent', { id })
  const { content, ...matter } = fields
  const old = own(atlas.lore.narratives, id)
  const called = `the narrative “${matter.name ?? old?.name ?? id}”`
  if (!atlas.drafts.has(path)) {
    checkId('narrative', id)
    const fits = NarrativeFields.safeParse(Object.fromEntries(Object.entries(matter).filter(([, value]) => value !== null && value !== undefined)))
    if (!fits.success) throw new Problem('bad-input', `This narrative can't be added: ${misfitWords(fits.error, 'it')}. Correct it.`)
    atlas.drafts.put(path, narrativeText({ ...fits.data, beat: atlas.state.next.beat + 1 }, content ?? '', formatYaml))
    return { parts: [{ id, verb: 'added', noun: 'narrative', name: called }], created: id }
  }
  if (!old) throw new Problem('refused', `“${id}” is a story event that is played, not a narrative. Edit its file in the Workshop.`, { id })
  const changes: FileChange[] = changesOf(matter)
  if (changes.length > 0) atlas.drafts.changeMatter(path, ...changes)
  const text = atlas.drafts.text(path) ?? ''
  const { body } = splitFrontMatter(text, path)
  const heading = /^\s*# (.*)$/m.exec(body)?.[1]
  const isRenamed = heading === old.name && matter.name !== undefined && matter.name !== heading
  if (content !== undefined || isRenamed) {
    const title = isRenamed ? (matter.name ?? heading) : heading
    atlas.drafts.put(path, withBody(text, `${title === undefined ? '' : `\n# ${title}\n\n`}${content ?? old.content}`))
  }
  return { parts: [{ id, verb: 'saved', noun: 'narrative', name: called }] }
}

/** Removes a narrative. Characters keep their beliefs about it. */
export function removeNarrative(atlas: Atlas, { id }: Step<'remove-narrative'>): Done {
  const old = own(atlas.lore.narratives, id)
  if (!old) throw missing('narrative', id)
  atlas.drafts.remove(pathOf('storyEvent', { id }))
  return { parts: [{ id, verb: 'removed', noun: 'narrative', name: `the narrative “${old.name}”` }] }
}
