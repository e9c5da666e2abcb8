import { useEffect, useState, type ReactElement } from 'react'
import { summariesPriceWords } from '../../shared/words/run-words'
import { api } from '../client'
import { showProblem } from '../session'
import { counted } from '../ui/amounts'
import { Form, FormFoot, Suggestions, TextField } from '../ui/Field'
import { Modal } from '../ui/Parts'
import { beginSummarising, useContinue } from './continue-state'
import { CapField } from './PlanFields'
import { capIn, usePricedForm } from './priced-form'

/** Asks which model summarises branches and sessions, as a message batch, and what that may cost. */
export function SummariseForm({ onClose }: { onClose: () => void }): ReactElement | null {
  const wanted = useContinue((s) => s.wanted)
  const [draft, setDraft] = useState({ model: '', cap: '' })
  const [models, setModels] = useState<readonly string[]>([])
  useEffect(() => {
    let over = false
    api.machine.query().then((machine) => {
      if (over) return
      setModels(machine.models)
      setDraft((before) => ({ ...before, model: before.model === '' ? machine.model : before.model }))
    }, showProblem)
    return () => {
      over = true
    }
  }, [])
  const { run, branches, sessions } = wanted ?? { run: '', branches: [], sessions: [] }
  const cap = capIn(draft.cap)
  const model = draft.model.trim()
  const { price, fault, isBusy, submit, clear } = usePricedForm({
    asked:
      model === ''
        ? 'Name a model.'
        : typeof cap === 'string'
          ? cap
          : { branches: [...branches], sessions: [...sessions], model, ...(cap === undefined ? {} : { cap }) },
    price: (asked) => api.labSummariesPrice.query({ run, asked }),
    send: (asked) => beginSummarising(run, asked),
    onClose
  })
  if (!wanted) return null
  const change = (part: Partial<typeof draft>): void => {
    setDraft({ ...draft, ...part })
    clear()
  }
  const isWritten = price !== undefined && price.requests + price.waiting === 0
  return (
    <Modal title={`Summarise ${counted(branches.length + sessions.length, 'session')}`} onClose={onClose} className="lab-new">
      <Form onSubmit={() => (isWritten ? onClose() : void submit())}>
        <p className="quiet">As a message batch, at half the price; the summaries come within a day, and wait for you if you close the app.</p>
        <TextField label="Model" value={draft.model} list="summary-models" maxLength={200} onChange={(text) => change({ model: text })} />
        <Suggestions lists={{ 'summary-models': models }} />
        <div className="numbers-row lab-numbers">
          <CapField value={draft.cap} onChange={(cap) => change({ cap })} />
        </div>
        {price && <output className="lab-price">{`${summariesPriceWords(price)} Nothing has been sent.`}</output>}
        {fault !== undefined && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        <FormFoot
          onCancel={onClose}
          submit={
            !price
              ? isBusy
                ? 'Estimating…'
                : 'Estimate the cost'
              : isWritten
                ? 'Close'
                : price.requests > 0
                  ? 'Send to the model'
                  : 'Pick up the answers'
          }
          disabled={isBusy}
        />
      </Form>
    </Modal>
  )
}
