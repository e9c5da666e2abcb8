import { useState, type ReactElement } from 'react'
import type { Beat } from '../../../shared/play'
import { Effort, type Seat } from '../../../shared/turns'
import { lookAt, useSession } from '../../session'
import { Modal } from '../../ui/Parts'
import { texts } from '../../ui/texts'
import { rerun } from '../../verbs'

const t = texts.inspector

const SEATS = ['before', 'offline', 'anthropic'] as const

/** Asks how a turn shall be played again: by whom, with which dice, with what added to its instructions. Then shows both side by side. */
export function Rerun({ beat, seat, onClose }: { beat: Beat; seat: Seat | undefined; onClose: () => void }): ReactElement {
  const busy = useSession((s) => s.busy > 0)
  const [who, setWho] = useState<(typeof SEATS)[number]>('before')
  const [model, setModel] = useState(seat?.model ?? '')
  const [effort, setEffort] = useState<Effort | ''>(seat?.effort ?? '')
  const [seed, setSeed] = useState('')
  const [instruction, setInstruction] = useState('')
  const asks = who === 'anthropic' || (who === 'before' && seat?.agent === 'anthropic')
  const chosen = (): Seat | undefined => {
    if (who === 'offline') return { agent: 'offline' }
    if (!asks) return undefined
    return { agent: 'anthropic', ...(model.trim() === '' ? {} : { model: model.trim() }), ...(effort === '' ? {} : { effort }) }
  }
  const go = async (): Promise<void> => {
    const given = { seat: chosen(), seed: seed.trim(), instruction: instruction.trim() }
    const made = await rerun({ beat: beat.id, ...filled(given) })
    if (!made) return
    onClose()
    lookAt({ pair: [beat.id, made.beat] })
  }
  return (
    <Modal title={t.rerunTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        <p>{t.rerunAbout(beat.n)}</p>
        <div className="field">
          <label htmlFor="rerun-seat">{t.rerunSeat}</label>
          <select id="rerun-seat" className="input" value={who} onChange={(event) => setWho(SEATS[event.target.selectedIndex] ?? 'before')}>
            {SEATS.map((one) => (
              <option key={one} value={one}>
                {one === 'before' ? `${t.asBefore}${seat ? ` (${seat.agent})` : ''}` : one}
              </option>
            ))}
          </select>
        </div>
        {asks && (
          <div className="field-pair">
            <div className="field">
              <label htmlFor="rerun-model">{t.rerunModel}</label>
              <input
                id="rerun-model"
                className="input mono"
                value={model}
                placeholder={t.rerunModelHint}
                maxLength={200}
                spellCheck={false}
                onChange={(event) => setModel(event.target.value)}
              />
            </div>
            <div className="field">
              <label htmlFor="rerun-effort">{t.rerunEffort}</label>
              <select id="rerun-effort" className="input" value={effort} onChange={(event) => setEffort(event.target.value as Effort | '')}>
                <option value="">{t.rerunModelHint}</option>
                {Effort.options.map((one) => (
                  <option key={one} value={one}>
                    {t.effort[one]}
                  </option>
                ))}
              </select>
            </div>
          </div>
        )}
        <div className="field">
          <label htmlFor="rerun-seed">{t.rerunSeed}</label>
          <div className="seed-line">
            <input
              id="rerun-seed"
              className="input mono"
              value={seed}
              placeholder={t.rerunSeedHint}
              maxLength={200}
              spellCheck={false}
              onChange={(event) => setSeed(event.target.value)}
            />
            <button type="button" className="button" onClick={() => setSeed(crypto.randomUUID().slice(0, 8))}>
              {t.otherDice}
            </button>
          </div>
        </div>
        <div className="field">
          <label htmlFor="rerun-instruction">{t.rerunInstruction}</label>
          <textarea
            id="rerun-instruction"
            className="input"
            rows={4}
            maxLength={4000}
            value={instruction}
            aria-describedby="rerun-instruction-hint"
            onChange={(event) => setInstruction(event.target.value)}
          />
          <span id="rerun-instruction-hint" className="hint">
            {t.rerunInstructionHint}
          </span>
        </div>
        <footer className="form-foot">
          <button type="button" className="button" onClick={onClose}>
            {texts.create.cancel}
          </button>
          <button type="submit" className="button main" disabled={busy}>
            {busy ? t.rerunning : t.rerunGo}
          </button>
        </footer>
      </form>
    </Modal>
  )
}

/** Only the fields that were filled in. */
const filled = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>
