import { useCallback, useMemo, useState, type FormEvent, type ReactElement } from 'react'
import { useSession } from '../../session'
import { Chooser } from '../../ui/Chooser'
import { FormFoot, SelectField, TextField } from '../../ui/Field'
import { Modal } from '../../ui/Parts'
import { useArrow } from '../state'
import { arrowTexts } from '../arrow-texts'
import { attach } from './attach'

const t = arrowTexts.attach
const NEW = 'new event'

/** Asks for the story event of a document: one without a document, or a new one. */
export function ChooseEvent({ path, onClose }: { path: string; onClose: () => void }): ReactElement {
  const without = useArrow((s) => s.files?.without)
  const find = useCallback(
    (query: string) => {
      const wanted = query.trim().toLowerCase()
      const events = (without ?? []).map(({ id, title }) => ({ id: `event ${id}`, event: id, label: title }))
      return [...events.filter(({ label }) => label.toLowerCase().includes(wanted)), { id: NEW, event: undefined, label: t.newEvent }]
    },
    [without]
  )
  return (
    <Chooser
      title="Attach to a story event"
      placeholder="Story event without a scene"
      none={t.newEvent}
      find={find}
      // By then the layer has closed, and with it this question.
      onChoose={({ event }) => (event === undefined ? useArrow.set({ question: { what: 'event' } }) : void attach(path, { event }))}
      onClose={onClose}
    />
  )
}

/** The fields of a new story event for a document. */
export function NewStoryEvent({ path, title: documentTitle, onClose }: { path: string; title: string; onClose: () => void }): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const places = useMemo(
    () =>
      Object.entries(state?.places ?? {})
        .map(([value, { name }]) => ({ value, label: name }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [state?.places]
  )
  const [title, setTitle] = useState(documentTitle.trim())
  const [aim, setAim] = useState('')
  const here = state?.scene?.place ?? Object.values(state?.actors ?? {}).find(({ kind }) => kind === 'player')?.location
  const [chosen, setPlace] = useState(here)
  const place = places.find(({ value }) => value === chosen)?.value ?? places[0]?.value
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (place !== undefined && (await attach(path, { title: title.trim(), place, aim: aim.trim() }))) onClose()
  }
  return (
    <Modal title="New story event" onClose={onClose}>
      <form onSubmit={(event) => void create(event)}>
        <TextField label="Title" value={title} onChange={setTitle} maxLength={200} />
        <SelectField
          label="Place"
          options={places}
          value={place ?? ''}
          onChange={setPlace}
          {...(places.length === 0
            ? { fault: 'There is no place yet. Add one on the map first.' }
            : { hint: 'The DM can play the scene when the party is there.' })}
        />
        <TextField
          label="Aim"
          value={aim}
          onChange={setAim}
          hint="What the party wants in this event, in one sentence for the DM."
          maxLength={1000}
        />
        <FormFoot onCancel={onClose} submit="Create story event" disabled={title.trim() === '' || place === undefined} />
      </form>
    </Modal>
  )
}
