import { attempt } from '../../../shared/base/attempt'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import type { Offer } from '../../../shared/story/game'
import type { ActionCall } from '../../../shared/story/play'
import type { Preview } from '../../../shared/table/turns'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { useSession } from '../../session'
import { shortcutOf } from '../../ui/commands'
import { nameOf } from '../../ui/names'
import { IconButton, Keys, Fault } from '../../ui/Parts'
import { playCall } from '../../operations'
import { paramsOf, type FormValues } from './forms'
import { ParamField } from './ParamField'
import { handTexts as t } from './texts'
import { Form } from '../../ui/Field'
import { EntryProse } from '../../prose/Entry'
import { BeatChanges, Rolls } from '../Call'

/** The result of the form for one head and one call. Any other head or call invalidates it. */
interface Outcome {
  of: string
  preview?: Preview
  looked?: string
  problem?: string
}

interface ToolFormProps {
  who: string
  head: string
  offer: Offer
  form: FormValues
  onChange: (form: FormValues) => void
  onLeave: () => void
  onPlayed: () => void
}

/** The form of one tool: a field for each parameter, a preview, and the Play button. Esc closes it, mod+Enter plays. */
export function ToolForm({ who, head, offer, form, onChange, onLeave, onPlayed }: ToolFormProps): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState<'play' | 'whatIf'>()
  const [tried, setTried] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('textarea, input, select, .hand-go')?.focus(), [])
  const { params, faults } = paramsOf(offer, form)
  const { name, as, cost } = offer
  const through = as === undefined ? {} : { as }
  const call: ActionCall = { kind: 'play', action: name, actor: who, ...through, params, agent: 'hand' }
  const of = JSON.stringify([head, call])
  const shown = outcome?.of === of ? outcome : undefined
  const looks = cost === 'look'

  const go = async (what: 'play' | 'whatIf'): Promise<void> => {
    setTried(true)
    const wrong = offer.params.find((def) => own(faults, def.name) !== undefined)
    if (wrong) return box.current?.querySelector<HTMLElement>(`[data-param="${wrong.name}"] :is(textarea, input, select)`)?.focus()
    if (busy) return
    setBusy(what)
    try {
      if (looks) setOutcome({ of, looked: await api.lookUp.query({ who, use: { tool: name, ...through, input: params } }) })
      else if (what === 'whatIf') setOutcome({ of, preview: await api.preview.query(call) })
      // Once the banner is answered, the form is played as it is then, if it is still open.
      else if (await playCall(call, () => box.current?.requestSubmit())) onPlayed()
    } catch (error) {
      setOutcome({ of, problem: problemOf(error).message })
    }
    setBusy(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const shortcut = shortcutOf(event)
    if (shortcut === 'esc') onLeave()
    else if (shortcut === 'mod+enter') void go('play')
    else if (shortcut === 'mod+shift+enter' && !looks) void go('whatIf')
    else if (!(shortcut === 'enter' && event.target instanceof HTMLInputElement)) return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of all its fields: Esc leaves the form, mod+Enter plays it
    <Form ref={box} className="tool-form" aria-label={name} onKeyDown={onKeyDown} onSubmit={() => void go('play')}>
      <div className="tool-fields scrolls" tabIndex={-1}>
        <div className="tool-head">
          <IconButton label={t.back} icon={<ArrowLeft size={15} />} small title={t.back} onClick={onLeave} />
          <h3>
            {as === undefined ? '' : `${nameOf(actors, as)}: `}
            {name.replaceAll('_', ' ')}
          </h3>
          <p className="quiet">{offer.description}</p>
        </div>
        {offer.params.map((def) => (
          <ParamField
            key={def.name}
            def={def}
            value={own(form, def.name) ?? ''}
            fault={tried ? own(faults, def.name) : undefined}
            onChange={(value) => onChange({ ...form, [def.name]: value })}
          />
        ))}
        {shown?.preview && <ActionPreview preview={shown.preview} />}
        {shown?.looked !== undefined && <LookupAnswer text={shown.looked} />}
      </div>
      {shown?.problem !== undefined && <Fault>{shown.problem}</Fault>}
      {/* A disabled button loses the focus, and with it the keys of the form. */}
      <footer className="hand-foot">
        {!looks && (
          <button type="button" className="push-button" aria-disabled={busy !== undefined} onClick={() => void go('whatIf')}>
            {busy === 'whatIf' ? 'Calculating…' : 'What if'} <Keys shortcut="mod+shift+enter" />
          </button>
        )}
        <button type="submit" className="push-button main hand-go" aria-disabled={busy !== undefined}>
          {looks ? (busy ? 'Looking…' : 'Look') : busy === 'play' ? 'Playing…' : 'Take this action'} <Keys shortcut="mod+enter" />
        </button>
      </footer>
    </Form>
  )
}

function ActionPreview({ preview: { subject, answer, log, rolls, changes } }: { preview: Preview }): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // In braces: Chromium's scrollIntoView returns a promise, which is no cleanup.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={box} className="what-if" aria-label={t.preview} aria-live="polite">
      <p className="what-if-mark">
        <b>{t.preview}</b> Only you see this preview, and nothing is saved. The action gives the same result when you take it now.
      </p>
      {!log.some(({ text }) => text.startsWith(subject)) && <h4>{subject}</h4>}
      {log.length === 0 && <p className="quiet">This action adds no line to the log.</p>}
      {log.map((entry, i) => (
        <article key={i} className={`what-if-entry ${entry.kind}`}>
          <EntryProse actors={actors} entry={entry} />
        </article>
      ))}
      {answer !== '' && answer !== subject && !log.some(({ text }) => text.includes(answer)) && (
        <p className="quiet">
          <b>{t.answer}</b> {answer}
        </p>
      )}
      {rolls.length > 0 && <Rolls rolls={rolls} />}
      <BeatChanges changes={changes} />
    </section>
  )
}

function LookupAnswer({ text }: { text: string }): ReactElement {
  return (
    <section className="what-if" aria-label={t.answer} aria-live="polite">
      <pre className="looked mono">{readable(text)}</pre>
    </section>
  )
}

/** JSON with a line for each of its fields; any other text as it is. */
const readable = (text: string): string => attempt(() => JSON.stringify(JSON.parse(text), null, 2), text)
