import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react'
import { freeName } from '../../../shared/story/names'
import type { EditNamed, TodayWorld } from '../../../shared/contract/today-calls'
import { useSession } from '../../session'
import { ownBranches } from '../../store/beats'
import { Chooser } from '../../ui/Chooser'
import { counted } from '../../ui/amounts'
import { Form, FormFoot, SelectField, TextField } from '../../ui/Field'
import { inReadingOrder } from '../../ui/names'
import { Disclosure, Modal, Fault } from '../../ui/Parts'
import { Query, useQuery } from '../../ui/Query'
import { pastTexts } from '../texts'
import { problemOf } from '../../problem-of'
import { askBring, decide, type TodayAsk, useToday, worldOf } from './today'
import './today.css'

const leave = (): void => useToday.set({ ask: undefined, choosing: undefined })

/** Whichever dialog about today's world is open. */
export function TodayDialogs(): ReactElement | null {
  const ask = useToday((s) => s.ask)
  const choosing = useToday((s) => s.choosing)
  if (choosing !== undefined) return <ChooseBranch edit={choosing} />
  return ask ? <Asking key={JSON.stringify(ask)} ask={ask} /> : null
}

/** The choice of the branch that gets an edit. */
function ChooseBranch({ edit }: { edit: string }): ReactElement {
  const branches = useSession((s) => s.beats.branches)
  const here = useSession((s) => s.beats.trackOf.get(edit)?.branch)
  const find = useCallback(
    (text: string) =>
      ownBranches(branches)
        .filter(({ name }) => name !== here && name.toLowerCase().includes(text.toLowerCase().trim()))
        .toSorted((a, b) => inReadingOrder(a.name, b.name))
        .map(({ name }) => ({ id: name, label: name })),
    [branches, here]
  )
  return (
    <Chooser
      title="Bring this edit to…"
      placeholder="Branch name"
      none="No other branch matches."
      find={find}
      onChoose={({ id }) => askBring([edit], id)}
      onClose={leave}
    />
  )
}

const headingOf = (ask: TodayAsk): string =>
  ask.what === 'restart' ? `Restart beat ${ask.n} with today’s world` : `Bring ${counted(ask.edits.length, 'edit')} to ${ask.to}`

function Asking({ ask }: { ask: TodayAsk }): ReactElement {
  const today = useSession((s) => s.present?.head ?? '')
  const [query] = useState(() => (_: string, commit: string, signal: AbortSignal) => worldOf(ask, commit, {}, signal))
  const asked = useQuery(headingOf(ask), today, query)
  return (
    <Modal title={headingOf(ask)} onClose={leave} className="today">
      <Query {...asked} waits="Comparing the worlds…">
        {(world) => <Decide key={today} ask={ask} today={today} first={world} />}
      </Query>
    </Modal>
  )
}

function Decide({ ask, today, first }: { ask: TodayAsk; today: string; first: TodayWorld }): ReactElement {
  const branch = useSession((s) => s.present?.branch ?? '')
  const branches = useSession((s) => s.beats.branches)
  const isRestart = ask.what === 'restart'
  const [name, setName] = useState(() =>
    isRestart ? freeName(`today-from-beat-${ask.n}`, (wished) => ownBranches(branches).some((one) => one.name === wished)) : ''
  )
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [world, setWorld] = useState(first)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // A choice can raise another question, or answer one: a character who is left out needs no place.
  useEffect(() => {
    if (Object.keys(chosen).length === 0) return undefined
    const stop = new AbortController()
    worldOf(ask, today, chosen, stop.signal).then(setWorld, (error: unknown) => !stop.signal.aborted && setFault(problemOf(error).message))
    return () => stop.abort()
  }, [ask, today, chosen])
  const form = useRef<HTMLFormElement>(null)
  // The dialog opened before there was an answer, so it had the focus itself.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(), [])
  const { conflicts } = world
  const submit = (): void => {
    const choices = Object.fromEntries(conflicts.map(({ id, preselected }) => [id, chosen[id] ?? preselected]))
    setBusy(true)
    void decide(ask, today, name.trim(), choices).then((why) => {
      setFault(why)
      setBusy(false)
    })
  }
  return (
    <Form ref={form} onSubmit={submit}>
      <p>
        {isRestart
          ? `A new branch continues from beat ${ask.n}. World, rules and prose are those of ${branch} today; the story’s state stays as it is at this beat.`
          : `The edits are made on ${ask.to} as one beat, and ${ask.to} opens.`}
      </p>
      {isRestart && (
        <TextField
          label={pastTexts.name}
          mono
          value={name}
          maxLength={100}
          onFocus={(event) => event.target.select()}
          onChange={(text) => {
            setName(text)
            setFault(undefined)
          }}
        />
      )}
      <Edits title={`${counted(world.edits.length, 'edit')} ${world.edits.length === 1 ? 'comes' : 'come'} along`} edits={world.edits} />
      {world.takenBack.length > 0 && (
        <Edits
          title={`${counted(world.takenBack.length, 'edit')} of this beat’s branch ${world.takenBack.length === 1 ? 'is' : 'are'} left out`}
          edits={world.takenBack}
        />
      )}
      {conflicts.length > 0 && (
        <fieldset className="today-conflicts">
          <legend>{`${counted(conflicts.length, 'difference')} to decide`}</legend>
          {conflicts.map(({ id, words, choices, preselected }) => (
            <SelectField
              key={id}
              label={words}
              options={choices.map((one) => ({ value: one.id, label: one.words }))}
              value={chosen[id] ?? preselected}
              onChange={(choice) => setChosen({ ...chosen, [id]: choice })}
            />
          ))}
        </fieldset>
      )}
      <Fault>{fault}</Fault>
      <FormFoot onCancel={leave} submit={isRestart ? 'Restart' : 'Bring edits'} disabled={isBusy} />
    </Form>
  )
}

const Edits = ({ title, edits }: { title: string; edits: readonly EditNamed[] }): ReactElement =>
  edits.length === 0 ? (
    <p className="quiet">{title.replace('0 edits come along', 'No edits were made since')}.</p>
  ) : (
    <Disclosure title={title} className="today-edits">
      <ul className="scrolls">
        {edits.map(({ commit, n, label }) => (
          <li key={commit}>
            {n >= 0 && <span className="numbers quiet">{n}</span>} {label}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
