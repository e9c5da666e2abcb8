import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { MAX_PARTIES, OWN_PARTY } from '../../shared/lab/limits'
import type { Vocabulary } from '../../shared/predicate/vocabulary'
import { api } from '../client'
import { showProblem, useSession } from '../session'
import { ownBranches } from '../store/beats'
import { useSubject } from '../subjects'
import { ExpressionField } from '../ui/ExpressionField'
import { Field, SelectField, Suggestions, TextField } from '../ui/Field'
import { Button, Disclosure, IconButton } from '../ui/Parts'
import { useQuery } from '../ui/Query'
import { nextKey, replaced, type Faults, type NumbersDraft, type PartyDraft } from './plan-draft'
import { useLab } from './state'

type Personas = readonly { id: string; name: string }[]

interface ConditionProps {
  label: string
  hint?: string
  value: string
  fault: string | undefined
  vocabulary: Vocabulary | undefined
  onChange: (value: string) => void
  onEnter: () => void
}

/** A field for a condition of a plan. */
export function Condition({ label, hint, value, fault, vocabulary, onChange, onEnter }: ConditionProps): ReactElement {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) => (
        // Esc without a list closes the dialog, as everywhere in it.
        <ExpressionField
          {...control}
          field={field}
          value={value}
          vocabulary={vocabulary}
          onChange={onChange}
          onEnter={onEnter}
          onEscape={() => undefined}
        />
      )}
    </Field>
  )
}

interface NumbersProps {
  draft: NumbersDraft
  faults: Faults
  /** What the number of sessions is called. */
  sessions?: string
  onChange: (part: Partial<NumbersDraft>) => void
}

/** The numbers of a plan in one row. */
export function PlanNumbers({ draft, faults, sessions = 'Sessions', onChange }: NumbersProps): ReactElement {
  const number = (field: keyof NumbersDraft, label: string, hint?: string): ReactElement => (
    <TextField
      className="short"
      label={label}
      hint={hint}
      fault={faults[field]}
      value={draft[field]}
      inputMode="numeric"
      maxLength={12}
      onChange={(text) => onChange({ [field]: text })}
    />
  )
  return (
    <div className="numbers-row lab-numbers">
      {number('sessions', sessions)}
      {number('firstSeed', 'First seed')}
      {number('storySessions', 'Story sessions', 'At most')}
      {number('beats', 'Beats', 'At most')}
    </div>
  )
}

/** `at`: the last beat, a space and the revision, which may name another commit after each beat. */
function commitOf(_: string, at: string, signal: AbortSignal): Promise<string> {
  const revision = at.slice(at.indexOf(' ') + 1)
  return revision === '' ? Promise.resolve('') : api.commitOf.query({ revision }, { signal })
}
/** How long a name of a commit rests before it is looked up, in ms. */
const REVISION_REST_MS = 250

/** The commit that a branch or commit in a field names, once it has rested. */
export function useCommit(revision: string): ReturnType<typeof useQuery<string>> {
  const head = useSession((s) => s.present?.head ?? '')
  return useQuery('revision', `${head} ${revision.trim()}`, commitOf, REVISION_REST_MS)
}

interface RevisionProps {
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}

/** A field for the branch or commit where sessions play, with its beat. It suggests branches, the last beats of the current one, and the commits of runs. */
export function Revision({ value, fault, onChange }: RevisionProps): ReactElement {
  const list = useId()
  const { answer, problem, waiting } = useCommit(value)
  const mark = useSession((s) => (answer ? s.beats.byId.get(answer) : undefined))
  const subject = useSubject(mark)
  const branch = useSession((s) => s.present?.branch ?? '')
  const branches = useSession((s) => s.beats.branches)
  const runs = useLab((s) => s.runs) ?? []
  const own = ownBranches(branches).map(({ name }) => name)
  const all = [branch, ...[1, 2, 3].map((back) => `${branch}~${back}`), ...own, ...runs.map(({ commit }) => commit.slice(0, 10))]
  return (
    <>
      <TextField
        label="Branch or commit"
        mono
        dir="auto"
        hint={waiting || !mark ? ' ' : `Beat ${mark.n.toLocaleString('en')}${subject === '' ? '' : `: ${subject}`}`}
        fault={fault ?? (waiting ? undefined : problem)}
        value={value}
        list={list}
        maxLength={300}
        onChange={onChange}
      />
      <Suggestions lists={{ [list]: all }} />
    </>
  )
}

interface PartiesProps {
  parties: readonly PartyDraft[]
  faults: Faults
  onChange: (parties: readonly PartyDraft[]) => void
}

/** The parties that take turns, each with a persona for all players or for each. */
export function Parties({ parties, faults, onChange }: PartiesProps): ReactElement {
  const [personas, setPersonas] = useState<Personas>([])
  useEffect(() => {
    let over = false
    api.labPersonas.query().then((all) => !over && setPersonas(all), showProblem)
    return () => {
      over = true
    }
  }, [])
  const actors = useSession((s) => s.present?.state.actors) ?? {}
  const players = Object.entries(actors).filter(([, { kind }]) => kind === 'player')
  const change = (one: PartyDraft): void => onChange(replaced(parties, one))
  const nameFor = (persona = ''): string => personas.find(({ id }) => id === persona)?.name ?? OWN_PARTY.name
  const isSeveral = parties.length > 1
  return (
    <fieldset className="field bare">
      <legend>Parties</legend>
      {parties.map((one) => {
        const persona = (who: string, label: string, none: string): ReactElement => (
          <SelectField
            key={who}
            label={label}
            value={one.personas[who] ?? ''}
            options={[{ value: '', label: none }, ...personas.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(id) => {
              const { [who]: _, ...others } = one.personas
              // A party that nobody has named is called by the persona that everybody plays.
              const name = who === 'all' && one.name === nameFor(one.personas['all']) ? nameFor(id) : one.name
              change({ ...one, name, personas: id === '' ? others : { ...others, [who]: id } })
            }}
          />
        )
        return (
          <div key={one.key} className="lab-party">
            <div className="lab-new-row">
              <TextField
                label="Name"
                fault={faults[`name-${one.key}`]}
                value={one.name}
                maxLength={80}
                dir="auto"
                onChange={(name) => change({ ...one, name })}
              />
              {persona('all', 'Everybody plays', 'As the campaign has it')}
              {isSeveral && (
                <TextField
                  className="lab-share-field"
                  label="Share"
                  fault={faults[`share-${one.key}`]}
                  value={one.share}
                  inputMode="numeric"
                  maxLength={4}
                  onChange={(share) => change({ ...one, share })}
                />
              )}
              {isSeveral && (
                <IconButton
                  label={`Remove the party ${one.name}`}
                  icon={<X size={14} />}
                  small
                  onClick={() => onChange(parties.filter(({ key }) => key !== one.key))}
                />
              )}
            </div>
            {players.length > 1 && (
              <Disclosure title="A persona for single players">{players.map(([id, { name }]) => persona(id, name, 'As everybody'))}</Disclosure>
            )}
          </div>
        )
      })}
      <Button
        icon={<Plus size={13} />}
        label="Add a party"
        small
        disabled={parties.length >= MAX_PARTIES}
        onClick={() => onChange([...parties, { key: nextKey(), name: `Party ${parties.length + 1}`, personas: {}, share: '1' }])}
      />
    </fieldset>
  )
}
