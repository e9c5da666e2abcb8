import { useState, type ReactElement } from 'react'
import type { Mark } from '../../../shared/analysis/chronicle'
import type { Effort, Seat } from '../../../shared/table/turns'
import { useSession } from '../../session'
import { Field, Form, FormFoot, SelectField, TextField } from '../../ui/Field'
import { agentName } from '../../ui/names'
import { Button, Modal } from '../../ui/Parts'
import { rerun } from '../../operations'
import { openInspector } from './state'
import { inspectorTexts as t } from './texts'
const SEATS = ['before', 'offline', 'anthropic'] as const
const EFFORTS: readonly { value: Effort | ''; label: string }[] = [
  { value: '', label: t.rerunModelHint },
  ...(Object.keys(t.effort) as Effort[]).map((value) => ({ value, label: t.effort[value] }))
]

interface RerunProps {
  /** The number of the turn's beat, or of the beat it would have made. */
  n: number
  beat: Mark | undefined
  /** The beat's commit, or the turn's own id. */
  turn: string
  seat: Seat | undefined
  onClose: () => void
}

/** Asks for the overrides of a rerun: agent, dice and added instructions. Then shows both turns side by side, or the one that ended without a beat. */
export function RerunDialog({ n, beat, turn, seat, onClose }: RerunProps): ReactElement {
  const busy = useSession((s) => s.busy > 0)
  const [who, setWho] = useState<(typeof SEATS)[number]>('before')
  const [model, setModel] = useState(seat?.model ?? '')
  const [effort, setEffort] = useState<Effort | ''>(seat?.effort ?? '')
  const [fallback, setFallback] = useState(seat?.fallback ?? '')
  const [seed, setSeed] = useState('')
  const [instruction, setInstruction] = useState('')
  const asks = who === 'anthropic' || (who === 'before' && seat?.agent === 'anthropic')
  const seatOverride = (): Seat | undefined => {
    if (who === 'offline') return { agent: 'offline' }
    if (!asks) return undefined
    return {
      agent: 'anthropic',
      ...(model.trim() === '' ? {} : { model: model.trim() }),
      ...(effort === '' ? {} : { effort }),
      ...(fallback.trim() === '' ? {} : { fallback: fallback.trim() })
    }
  }
  const go = async (): Promise<void> => {
    const overrides = { seat: seatOverride(), seed: seed.trim(), instruction: instruction.trim() }
    const result = await rerun({ turn, ...filled(overrides) })
    if (!result) return
    onClose()
    openInspector(beat ? { pair: [beat.id, result.beat] } : { selection: { kind: 'head', at: result.beat }, pair: undefined })
  }
  return (
    <Modal title="Run this turn again?" onClose={onClose}>
      <Form onSubmit={() => void go()}>
        <p>
          {beat
            ? `Proscenium plays the turn of beat ${n} again on a new branch and switches the table to it. The current branch stays as it is.`
            : `Proscenium starts the turn for beat ${n} again on a new branch, and switches the table to it.`}
        </p>
        <SelectField
          label="Agent"
          value={who}
          options={SEATS.map((value) => ({
            value,
            label: value === 'before' ? `As before${seat ? ` (${agentName(seat.agent)})` : ''}` : agentName(value)
          }))}
          onChange={setWho}
        />
        {asks && (
          <div className="field-pair">
            <TextField label="Model" mono value={model} placeholder={t.rerunModelHint} maxLength={200} onChange={setModel} />
            <SelectField label="Effort" value={effort} options={EFFORTS} onChange={setEffort} />
          </div>
        )}
        {asks && (
          <TextField
            label="Fallback"
            mono
            value={fallback}
            placeholder="Called if the model refuses to answer"
            maxLength={200}
            onChange={setFallback}
          />
        )}
        <Field label="Random seed">
          {(tied) => (
            <div className="seed-line">
              <input
                {...tied}
                className="field-input mono"
                value={seed}
                placeholder="Same seed"
                maxLength={200}
                spellCheck={false}
                onChange={(event) => setSeed(event.target.value)}
              />
              <Button label="New seed" onClick={() => setSeed(crypto.randomUUID().slice(0, 8))} />
            </div>
          )}
        </Field>
        <Field label="Extra instruction" hint="Added after the frame, for this turn only. The built-in table ignores it.">
          {(tied) => (
            <textarea
              {...tied}
              className="field-input"
              rows={4}
              maxLength={4000}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
            />
          )}
        </Field>
        <FormFoot onCancel={onClose} submit={busy ? 'Playing the turn…' : 'Run turn again'} disabled={busy} />
      </Form>
    </Modal>
  )
}

const filled = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>
