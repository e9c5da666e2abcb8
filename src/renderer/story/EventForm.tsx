import { useEffect, useState, type ReactElement } from 'react'
import { own, type Json } from '../../shared/base/json'
import type { FilePlace } from '../../shared/contract/language-calls'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { pathOf } from '../../shared/story/layout'
import { splitHeading } from '../../shared/story/heading'
import type { StoryEvent } from '../../shared/story/lore'
import { writtenEvent } from '../../shared/story/written-event'
import { api } from '../client'
import { uneditableReason } from '../editing'
import { DraftField } from '../fields/DraftField'
import { fieldsOf, type Edit, type FormField, type Shape } from '../fields/form-of'
import { same } from '../fields/field-values'
import { FormFields } from '../fields/FormFields'
import { useNames } from '../fields/names'
import { openAt } from '../files/open-at'
import { openNode } from '../files/node-request'
import { inspect, loreAtCursor, openForm, showProblem, useSession } from '../session'
import { Blank, Button, Scroll } from '../ui/Parts'
import { factRows, neighboursOf, subjectOf, whyNot } from './rows'
import { focusStory, useFacts, useStory } from './state'
import { storyTexts as t } from './texts'

/** The keys of an event's file in the order of the form. The title has a field of its own. */
const KEYS = [
  'aim',
  'place',
  'starts_when',
  'done_when',
  'climax',
  'stakes',
  'opening',
  'closing',
  'closing_failed',
  'foreshadow',
  'outcomes',
  'epilogue',
  'document',
  'characters'
]

let asked: Promise<readonly FormField[]> | undefined

/** The fields of a story event's file, which are the same for every campaign. */
function useFields(): readonly FormField[] | undefined {
  const [fields, setFields] = useState<readonly FormField[]>()
  useEffect(() => {
    asked ??= api.languageSetup.query().then(({ schemas: { storyEvent = {} } }) => {
      const all = fieldsOf(storyEvent)
      return KEYS.flatMap((key) => all.find((one) => one.key === key) ?? []).map(withFacts)
    })
    asked.then(setFields, (error: unknown) => {
      asked = undefined
      showProblem(error)
    })
  }, [])
  return fields
}

/** An outcome defines its facts, so the schema doesn't call them names of facts. */
function withFacts(field: FormField): FormField {
  if (field.key !== 'outcomes' || field.shape.kind !== 'list') return field
  const shape: Shape = { kind: 'texts', names: 'fact' }
  return { ...field, shape: { ...field.shape, of: field.shape.of.map((one) => (one.key === 'facts' ? { ...one, shape } : one)) } }
}

/** The form of the selected event, or the places where the selected fact occurs. */
export function EventPanel(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const why = useSession(uneditableReason)
  const { tab, event: id, fact } = useStory((s) => s)
  const fields = useFields()
  const uses = useFacts()
  if (!state || !lore) return <Blank title="No campaign is open." />
  if (tab === 'facts') {
    const row = factRows(uses, state).find((one) => one.id === fact)
    if (!row) return <Blank title="No fact selected">Select a fact to see what sets it and what needs it.</Blank>
    return (
      <Scroll className="panel edit story-form" label={row.id} onEscape={focusStory}>
        <header className="edit-head">
          <h2>{row.id}</h2>
        </header>
        <Places title={t.setBy} places={row.sets} none={t.unset} />
        <Places title={t.neededBy} places={row.needs} none={t.idle} />
      </Scroll>
    )
  }
  const event = lore.story.find((one) => one.id === id)
  if (!event)
    return <Blank title="No event selected">Select an event to edit every field here. Enter moves from the board to the form, Esc back.</Blank>
  const path = pathOf('storyEvent', { id: event.id })
  const reason = whyNot(event, uses, { state, lore })
  const { before, after } = neighboursOf(event, uses, path)
  return (
    <Scroll className="panel edit story-form" label={event.title} onEscape={focusStory}>
      <header className="edit-head">
        <h2>{event.title}</h2>
      </header>
      {why !== undefined && <p className="edit-shut">{why}</p>}
      <p className="story-links">
        <code>{event.id}</code>
        {event.arrow && <Button label={t.scene} small onClick={() => openNode(event.arrow?.path ?? '', 0)} />}
        {own(state.places, event.place) && <Button label={t.place} small onClick={() => openForm({ what: 'place', id: event.place })} />}
        {peopleOf(event).map(
          (who) => own(state.actors, who) && <Button key={who} label={own(state.actors, who)?.name ?? who} small onClick={() => inspect(who)} />
        )}
        <Button label={t.file} small onClick={() => openAt(path)} />
      </p>
      {reason !== undefined && (
        <section className="story-why" aria-label={t.why}>
          <h3>{t.why}</h3>
          <p>{reason}</p>
        </section>
      )}
      {fields ? <EventFields key={event.id} event={event} fields={fields} /> : <p className="quiet">Reading the fields…</p>}
      <Places title={t.before} places={before} none={t.nothing} />
      <Places title={t.after} places={after} none={t.nothing} />
    </Scroll>
  )
}

/** The characters that an event names. */
const peopleOf = ({ characters = {}, outcomes }: StoryEvent): string[] => [
  ...new Set([
    ...Object.values(characters),
    ...outcomes.flatMap(({ moves, wants, reactions }) => [moves, wants, reactions].flatMap((map) => Object.keys(map)))
  ])
]

const nowOf = (event: StoryEvent): StoryEvent => useSession.getState().present?.lore.story.find(({ id }) => id === event.id) ?? event

function valueIn(value: Json, keys: readonly string[]): Json | undefined {
  let at: Json | undefined = value
  for (const key of keys) at = typeof at === 'object' && at !== null && !Array.isArray(at) ? own(at, key) : undefined
  return at
}

const edits =
  (event: StoryEvent): Edit<WorldEdit> =>
  (keys, change) => {
    const now = valueIn(writtenEvent(nowOf(event)), keys)
    const to = change(now)
    return same(to, now ?? null) ? [] : [{ op: 'put-event', id: event.id, about: [{ keys: [...keys], to, was: now ?? null }] }]
  }

function EventFields({ event, fields }: { event: StoryEvent; fields: readonly FormField[] }): ReactElement {
  const names = useNames()
  const at = `event:${event.id}`
  const { before, text } = splitHeading(event.body)
  return (
    <div className="edit-form">
      <DraftField
        field={`${at}/title`}
        label="Title"
        now={event.title}
        most={200}
        edits={(typed) => {
          const title = typed.trim()
          return title === '' ? 'Enter a title.' : title === event.title ? [] : [{ op: 'put-event', id: event.id, title }]
        }}
      />
      <FormFields fields={fields} labels={t.fields} at={at} value={writtenEvent(event)} edit={edits(event)} names={names} />
      <DraftField
        field={`${at}/text`}
        label={t.about}
        hint={before === '' ? '' : t.aboutHint}
        now={text.trim()}
        lines={3}
        edits={(typed) => {
          const now = splitHeading(nowOf(event).body).text
          return typed.trim() === now.trim() ? [] : [{ op: 'put-event', id: event.id, text: { to: typed, was: now } }]
        }}
      />
    </div>
  )
}

/** Places in files, each a button that opens it. A story event opens on the board. */
function Places({ title, places, none }: { title: string; places: readonly FilePlace[]; none: string }): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  return (
    <section className="story-places" aria-label={title}>
      <h3>{title}</h3>
      {places.length === 0 && <p className="quiet">{none}</p>}
      <ul>
        {places.map((place) => (
          <li key={`${place.path} ${place.line} ${place.column}`}>
            <Button
              label={state && lore ? subjectOf(place.path, { state, lore }) : place.path}
              small
              onClick={() => {
                const event = /^world\/story\/([^/]+)\/ABOUT\.md$/.exec(place.path)?.[1]
                if (event === undefined) openAt(place.path, place.line, place.column)
                else useStory.set({ tab: 'events', event, query: '' })
              }}
            />
            <code className="clip quiet">{place.text.trim()}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
