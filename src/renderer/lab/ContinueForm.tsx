import { useEffect, useState, type ReactElement } from 'react'
import type { ContinueGrid, GridPrice } from '../../shared/lab/continuation'
import { CONTINUE_LIMITS } from '../../shared/lab/limits'
import { listed } from '../../shared/words/labels'
import { api } from '../client'
import { showProblem } from '../session'
import { counted, dollars } from '../ui/amounts'
import { Checkbox, SelectField, Suggestions, TextField } from '../ui/Field'
import { beginContinuing, useContinue } from './continue-state'
import { PricedForm } from './PricedForm'

interface Draft {
  from: string
  models: string
  personas: readonly string[]
  seats: 'all' | 'dm' | 'players'
  beats: string
}

const SEATS = [
  { value: 'all', label: 'All seats' },
  { value: 'dm', label: 'The DM’s' },
  { value: 'players', label: 'The players’' }
] as const

type Asked = ContinueGrid['sessions']

/** The grid of a draft, or what is wrong with it in a sentence. Without a beat each session is continued from its own. */
function gridOf({ from, models, personas, seats, beats }: Draft, sessions: Readonly<Asked>): ContinueGrid | string {
  if (sessions.length > CONTINUE_LIMITS.sessions) return `Select at most ${CONTINUE_LIMITS.sessions} sessions.`
  const named = models.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
  if (named.length === 0) return 'Name a model.'
  if (named.length > CONTINUE_LIMITS.models) return `Name at most ${CONTINUE_LIMITS.models} models.`
  if (personas.length > CONTINUE_LIMITS.personas) return `Choose at most ${CONTINUE_LIMITS.personas} personas.`
  const after = from.trim()
  if (!/^\d{1,6}$/.test(after) && !(after === '' && sessions.length > 1)) return 'Enter the number of a beat.'
  const count = Number(beats)
  if (beats.trim() === '' || !Number.isInteger(count) || count < 1 || count > CONTINUE_LIMITS.beats)
    return `Enter how many beats to play, up to ${CONTINUE_LIMITS.beats.toLocaleString('en')}.`
  const chosen = sessions.map((one) => (after === '' ? one : { ...one, from: Number(after) }))
  return { sessions: chosen, models: named, personas: [...personas], seats, beats: count }
}

/** Asks which models continue sessions, and what they may cost. The first press estimates, the second sends. */
export function ContinueForm({ onClose }: { onClose: () => void }): ReactElement | null {
  const asked = useContinue((s) => s.asked)
  const [only, ...others] = asked?.sessions ?? []
  const [draft, setDraft] = useState<Draft>({
    from: only && others.length === 0 ? String(only.from) : '',
    models: '',
    personas: [],
    seats: 'all',
    beats: '40'
  })
  const [known, setKnown] = useState<{ models: readonly string[]; personas: readonly { id: string; name: string }[] }>({ models: [], personas: [] })
  useEffect(() => {
    let over = false
    Promise.all([api.machine.query(), api.labPersonas.query()]).then(([{ model, models }, personas]) => {
      if (over) return
      setKnown({ models, personas })
      setDraft((before) => ({ ...before, models: before.models === '' ? model : before.models }))
    }, showProblem)
    return () => {
      over = true
    }
  }, [])
  const { run, sessions } = asked ?? { run: '', sessions: [] }
  if (!only) return null
  const title = others.length === 0 ? `session ${only.session.toLocaleString('en')}` : counted(sessions.length, 'session')
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  return (
    <PricedForm
      title={`Continue ${title} with models`}
      asked={gridOf(draft, sessions)}
      price={(grid) => api.labContinuePrice.query({ run, grid })}
      priceWords={priceWords}
      submit={() => 'Send to models'}
      send={(grid, cap) => beginContinuing(run, grid, cap)}
      onClose={onClose}
    >
      {others.length > 0 && <p className="quiet numbers">{sessionsWords(sessions)}</p>}
      <TextField
        label="Models"
        value={draft.models}
        list="lab-models"
        maxLength={1000}
        hint="With commas between several. Each makes a branch of its own."
        onChange={(models) => change({ models })}
      />
      <Suggestions lists={{ 'lab-models': known.models }} />
      <div className="numbers-row lab-numbers">
        <TextField
          className="short"
          label="After beat"
          value={draft.from}
          placeholder={others.length > 0 ? 'Each its own' : ''}
          inputMode="numeric"
          maxLength={6}
          onChange={(from) => change({ from })}
        />
        <TextField
          className="short"
          label="Beats to play"
          value={draft.beats}
          inputMode="numeric"
          maxLength={6}
          onChange={(beats) => change({ beats })}
        />
        <SelectField label="Models play" value={draft.seats} options={SEATS} onChange={(seats) => change({ seats })} />
      </div>
      <fieldset className="field bare">
        <legend>Personas of the players</legend>
        <p className="hint">None: those of the session. Each persona makes a branch for each model.</p>
        <div className="lab-personas">
          {known.personas.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={draft.personas.includes(id)}
              onChange={(on) => change({ personas: on ? [...draft.personas, id] : draft.personas.filter((one) => one !== id) })}
            />
          ))}
        </div>
      </fieldset>
    </PricedForm>
  )
}

/** The sessions that the form names at most. */
const MAX_NAMED = 6

const beatWords = ({ session, from }: Readonly<Asked>[number]): string =>
  `${session.toLocaleString('en')}${from === undefined ? '' : ` after beat ${from.toLocaleString('en')}`}`

/** "Sessions 12 after beat 40 and 77 after beat 103." */
function sessionsWords(sessions: Readonly<Asked>): string {
  const rest = sessions.length - MAX_NAMED
  return `Sessions ${listed([...sessions.slice(0, MAX_NAMED).map(beatWords), ...(rest > 0 ? [`${rest.toLocaleString('en')} more`] : [])])}.`
}

function priceWords({ cells, requests, cost, unpriced }: GridPrice): string {
  const what = `${counted(cells.length, 'branch', 'branches')}, about ${counted(requests, 'request')}`
  return cost
    ? `${what}: about ${dollars(cost.low)} if the provider caches what it was sent before, ${dollars(cost.high)} if it doesn’t. This is an estimate; nothing has been sent.`
    : `${what}. The price of ${unpriced.join(', ')} is unknown, so the cost can’t be estimated or capped. Nothing has been sent.`
}
