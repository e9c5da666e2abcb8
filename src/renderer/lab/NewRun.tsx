import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { MAX_BEATS, MAX_PARTIES, MAX_SEED, MAX_SESSIONS, MAX_SHARE, MAX_STORY_SESSIONS, MAX_WATCHED } from '../../shared/lab/limits'
import type { Driver, LabParty, LabPlan, Watched } from '../../shared/lab/plan'
import type { Vocabulary } from '../../shared/predicate/vocabulary'
import { api } from '../client'
import { showProblem, useSession } from '../session'
import { useSubject } from '../subjects'
import { counted } from '../ui/amounts'
import { ExpressionField } from '../ui/ExpressionField'
import { Field, Form, FormFoot, SelectField, TextField } from '../ui/Field'
import { Button, Disclosure, IconButton, Modal } from '../ui/Parts'
import { expressionFault, useVocabulary } from '../ui/vocabulary'
import { beginRun, currentRun } from './state'

type Personas = readonly { id: string; name: string }[]

/** A party while it is edited; its key stays while others are removed. */
type PartyDraft = Omit<LabParty, 'share'> & { key: number; share: string }
type WatchDraft = Watched & { key: number }

/** A plan as texts of fields. */
interface Draft {
  name: string
  sessions: string
  firstSeed: string
  storySessions: string
  beats: string
  when: string
  parties: readonly PartyDraft[]
  /** Those of the plan that the draft began with. */
  drivers: readonly Driver[]
  watch: readonly WatchDraft[]
}

let lastKey = 0
const nextKey = (): number => ++lastKey

/** The fields for a plan like another one, or for the usual one. */
const draftOf = (plan: LabPlan | undefined): Draft => ({
  name: '',
  sessions: String(plan?.sessions ?? 200),
  firstSeed: String(plan?.firstSeed ?? 1),
  storySessions: String(plan?.end.storySessions ?? 3),
  beats: String(plan?.end.beats ?? 2000),
  when: plan?.end.when ?? '',
  parties: (plan?.parties ?? [{ name: 'As written', personas: {}, share: 1 }]).map((one) => ({ ...one, share: String(one.share), key: nextKey() })),
  drivers: plan?.drivers ?? [],
  watch: (plan?.watch ?? []).map((one) => ({ ...one, key: nextKey() }))
})

const NUMBERS = {
  sessions: [1, MAX_SESSIONS],
  firstSeed: [0, MAX_SEED],
  storySessions: [1, MAX_STORY_SESSIONS],
  beats: [1, MAX_BEATS]
} as const

const wholeFault = (text: string, [least, most]: readonly [number, number]): string | undefined => {
  const number = Number(text.trim())
  const fits = text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most
  return fits ? undefined : `Enter a whole number from ${least} to ${most.toLocaleString('en')}.`
}
const requiredFault = (text: string): string | undefined => (text.trim() === '' ? 'Enter a name.' : undefined)
const conditionFault = (text: string): string | undefined => expressionFault(text)?.message

/** The faults of fields, by the field's key. */
function faultsOf({ parties, watch, when, ...rest }: Draft): Record<string, string> {
  const faults: [string, string | undefined][] = [
    ...Object.entries(NUMBERS).map(([field, limits]): [string, string | undefined] => [
      field,
      wholeFault(rest[field as keyof typeof NUMBERS], limits)
    ]),
    ['when', when.trim() === '' ? undefined : conditionFault(when)],
    ...parties.flatMap(({ key, name, share }): [string, string | undefined][] => {
      const isTwice = parties.some((one) => one.key !== key && one.name.trim() === name.trim())
      return [
        [`name-${key}`, requiredFault(name) ?? (isTwice ? 'Another party has this name.' : undefined)],
        [`share-${key}`, wholeFault(share, [1, MAX_SHARE])]
      ]
    }),
    ...watch.flatMap(({ key, name, expression }): [string, string | undefined][] => [
      [`name-${key}`, requiredFault(name)],
      [`expression-${key}`, conditionFault(expression)]
    ])
  ]
  return Object.fromEntries(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]])))
}

const planOf = ({ name, sessions, firstSeed, storySessions, beats, when, parties, drivers, watch }: Draft): LabPlan => ({
  name: name.trim(),
  sessions: Number(sessions),
  firstSeed: Number(firstSeed),
  parties: parties.map(({ name: party, personas, share }) => ({ name: party.trim(), personas, share: Number(share) })),
  end: { storySessions: Number(storySessions), beats: Number(beats), ...(when.trim() === '' ? {} : { when: when.trim() }) },
  drivers: [...drivers],
  watch: watch.map(({ name: watched, expression }) => ({ name: watched.trim(), expression: expression.trim() }))
})

/** Asks what a new run is to play, beginning with the plan of the selected run. */
export function NewRun({ onClose }: { onClose: () => void }): ReactElement {
  const [draft, setDraft] = useState(() => draftOf(currentRun()?.plan))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [refused, setRefused] = useState<string>()
  const [isBeginning, setIsBeginning] = useState(false)
  const vocabulary = useVocabulary()
  const edits = useSession((s) => s.present?.edits.length ?? 0)
  const subject = useSubject(useSession((s) => s.beats.byId.get(s.present?.head ?? '')))
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part })
    setFaults({})
    setRefused(undefined)
  }
  const submit = async (): Promise<void> => {
    const found = faultsOf(draft)
    setFaults(found)
    if (Object.keys(found).length > 0 || isBeginning) return
    setIsBeginning(true)
    const why = await beginRun(planOf(draft))
    setIsBeginning(false)
    if (why === undefined) onClose()
    else setRefused(why)
  }
  const number = (field: keyof typeof NUMBERS, label: string, hint?: string): ReactElement => (
    <TextField
      className="short"
      label={label}
      hint={hint}
      fault={faults[field]}
      value={draft[field]}
      inputMode="numeric"
      maxLength={12}
      onChange={(text) => change({ [field]: text })}
    />
  )
  return (
    <Modal title="New playtest run" onClose={onClose} className="lab-new">
      <Form onSubmit={() => void submit()}>
        <p className="quiet" dir="auto">
          {`Plays from the last commit${subject === '' ? '' : `, “${subject}”`}.`}
          {edits > 0 &&
            ` ${counted(edits, 'changed file')} that ${edits === 1 ? 'isn’t' : 'aren’t'} part of the story yet ${edits === 1 ? 'is' : 'are'} left out.`}
        </p>
        <TextField label="Name" placeholder="Optional" value={draft.name} maxLength={80} dir="auto" onChange={(name) => change({ name })} />
        <div className="numbers-row lab-numbers">
          {number('sessions', 'Sessions')}
          {number('firstSeed', 'First seed')}
          {number('storySessions', 'Story sessions', 'At most')}
          {number('beats', 'Beats', 'At most')}
        </div>
        <Condition
          label="A session ends as soon as this holds"
          value={draft.when}
          fault={faults['when']}
          hint="Optional. Such a session has reached its goal."
          vocabulary={vocabulary}
          onChange={(when) => change({ when })}
          onEnter={() => void submit()}
        />
        <Parties parties={draft.parties} faults={faults} onChange={(parties) => change({ parties })} />
        {draft.drivers.length > 0 && (
          <fieldset className="field bare">
            <legend>Facts that sessions begin with</legend>
            <ul className="lab-drivers">
              {draft.drivers.map((one) => (
                <li key={one.fact}>
                  <code>{`${one.fact} = ${driverWords(one)}`}</code>
                  <IconButton
                    label={`Leave out ${one.fact}`}
                    icon={<X size={14} />}
                    small
                    onClick={() => change({ drivers: draft.drivers.filter((other) => other !== one) })}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <fieldset className="field bare">
          <legend>Watched values</legend>
          <p className="hint">Hit points and items are recorded anyway.</p>
          {draft.watch.map((one) => (
            <div key={one.key} className="lab-new-row">
              <TextField
                label="Name"
                fault={faults[`name-${one.key}`]}
                value={one.name}
                maxLength={60}
                dir="auto"
                onChange={(name) => change({ watch: replaced(draft.watch, { ...one, name }) })}
              />
              <Condition
                label="Expression"
                value={one.expression}
                fault={faults[`expression-${one.key}`]}
                vocabulary={vocabulary}
                onChange={(expression) => change({ watch: replaced(draft.watch, { ...one, expression }) })}
                onEnter={() => void submit()}
              />
              <IconButton
                label={`Don’t watch ${one.name || 'this value'}`}
                icon={<X size={14} />}
                small
                onClick={() => change({ watch: draft.watch.filter(({ key }) => key !== one.key) })}
              />
            </div>
          ))}
          <Button
            icon={<Plus size={13} />}
            label="Watch a value"
            small
            disabled={draft.watch.length >= MAX_WATCHED}
            onClick={() => change({ watch: [...draft.watch, { name: '', expression: '', key: nextKey() }] })}
          />
        </fieldset>
        {refused !== undefined && (
          <p className="fault" role="alert">
            {refused}
          </p>
        )}
        <FormFoot onCancel={onClose} submit="Begin" disabled={isBeginning} />
      </Form>
    </Modal>
  )
}

/** The values of a driver, as on the command line. */
function driverWords({ values }: Driver): string {
  if ('list' in values) return values.list.join(', ')
  if ('script' in values) return values.script.map(({ value, when }) => `${String(value)}@${when}`).join('; ')
  return 'weighted' in values ? values.weighted.map(({ value, weight }) => `${String(value)}:${weight}`).join(', ') : `${values.from}..${values.to}`
}

const replaced = <T extends { key: number }>(all: readonly T[], one: T): T[] => all.map((other) => (other.key === one.key ? one : other))

interface ConditionProps {
  label: string
  hint?: string
  value: string
  fault: string | undefined
  vocabulary: Vocabulary | undefined
  onChange: (value: string) => void
  onEnter: () => void
}

function Condition({ label, hint, value, fault, vocabulary, onChange, onEnter }: ConditionProps): ReactElement {
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

interface PartiesProps {
  parties: readonly PartyDraft[]
  faults: Readonly<Record<string, string>>
  onChange: (parties: readonly PartyDraft[]) => void
}

/** The parties that take turns, each with a persona for all players or for each. */
function Parties({ parties, faults, onChange }: PartiesProps): ReactElement {
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
              change({ ...one, personas: id === '' ? others : { ...others, [who]: id } })
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
