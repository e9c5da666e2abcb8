import { useMemo, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { FactUses, FileSchema } from '../../shared/contract/language-calls'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { pathOf } from '../../shared/story/layout'
import { splitHeading } from '../../shared/story/heading'
import type { StoryEvent } from '../../shared/story/lore'
import { writtenEvent } from '../../shared/story/written-event'
import { uneditableReason } from '../editing'
import { DraftField } from '../fields/DraftField'
import { fieldsOf, type Edit, type FormField } from '../fields/form-of'
import { same } from '../fields/field-values'
import { FormFields } from '../fields/FormFields'
import { useNames } from '../fields/names'
import { PictureField } from '../fields/PictureField'
import { useSchemas } from '../fields/schemas'
import { fieldTexts } from '../fields/texts'
import { openAt } from '../files/open-at'
import { openNode } from '../files/node-request'
import { inspect, loreAtCursor, openForm, useSession } from '../session'
import { Blank, Button, RetryAlert, Scroll } from '../ui/Parts'
import { FactForm } from './FactForm'
import { ItemForm } from './ItemForm'
import { itemRows } from './items'
import { Places } from './Places'
import { whyNot } from '../../shared/story/why-not'
import { factRows, neighboursOf } from './rows'
import { currentRow, focusStory, useStory } from './state'
import { storyTexts as t } from './texts'
import { TableForm } from './TableForm'
import { tableRows } from './tables'
import { valueIn } from './value-in'

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

const NO_USES: readonly FactUses[] = []

/** The fields of a story event's file. */
function eventFields(schema: FileSchema): readonly FormField[] {
  const all = fieldsOf(schema)
  return KEYS.flatMap((key) => all.find((one) => one.key === key) ?? [])
}

/** The form of the current row. */
export function EventPanel(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  const why = useSession(uneditableReason)
  const { tab, selected, uses: read, items, tables } = useStory((s) => s)
  const uses = read ?? NO_USES
  const current = currentRow({ tab, selected })
  const { schemas, problem, again } = useSchemas()
  const fields = useMemo(() => schemas && eventFields(schemas.storyEvent ?? {}), [schemas])
  if (!state || !lore) return <Blank title="No campaign is open." />
  if (tab === 'facts') {
    const row = factRows(uses, state, lore.facts).find((one) => one.id === current)
    return row ? <FactForm row={row} /> : <Blank title="No fact selected">Select a fact to see what sets it and what needs it.</Blank>
  }
  if (tab === 'items') {
    const item = items?.find((one) => one.id === current)
    const row = item && itemRows([item], state)[0]
    return row ? <ItemForm item={item} row={row} /> : <Blank title="No item selected">Select an item to edit it, and to see who has it.</Blank>
  }
  if (tab === 'tables') {
    const table = tables?.find((one) => one.id === current)
    const row = table && tableRows([table])[0]
    return row ? <TableForm table={table} row={row} /> : <Blank title="No table selected">Select a table to edit its rows.</Blank>
  }
  const event = lore.story.find((one) => one.id === current)
  if (!event)
    return <Blank title="No event selected">Select an event to edit every field here. Enter moves from the board to the form, Esc back.</Blank>
  const path = pathOf('storyEvent', { id: event.id })
  const reason = whyNot(event, read, { state, lore })
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
      {fields ? (
        <EventFields key={event.id} event={event} fields={fields} />
      ) : problem === undefined ? (
        <p className="quiet">{t.readingFields}</p>
      ) : (
        <RetryAlert problem={problem} again={again} />
      )}
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
      <PictureField of={{ what: 'event', id: event.id }} picture={event.picture} hint={fieldTexts.picture.eventHint} />
      <FormFields fields={fields} labels={t.fields} at={at} value={writtenEvent(event)} edit={edits(event)} names={names} />
      <DraftField
        field={`${at}/text`}
        label={t.about}
        hint={before === '' ? '' : t.aboutHint}
        now={text.trim()}
        isProse
        edits={(typed) => {
          const now = splitHeading(nowOf(event).body).text
          return typed.trim() === now.trim() ? [] : [{ op: 'put-event', id: event.id, text: { to: typed, was: now } }]
        }}
      />
    </div>
  )
}
