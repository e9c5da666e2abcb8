import { useEffect, useState, type ReactElement } from 'react'
import { RUN_TOKENS } from '../../shared/analysis/run-limits'
import type { RubricShown, RunsPrice } from '../../shared/analysis/run-verdicts'
import { listed } from '../../shared/words/labels'
import { runsPriceWords } from '../../shared/words/run-words'
import { api } from '../client'
import { showProblem } from '../session'
import { Checkbox, Field, Form, FormFoot, Suggestions, TextField } from '../ui/Field'
import { LinkButton, Modal } from '../ui/Parts'
import { askedIn, beginJudging, openMarks, openRubric, useJudging, type JudgingDraft } from './judging'
import { CapField } from './PlanFields'
import { usePricedForm } from './priced-form'

/** Asks which runs judges compare, and what that may cost. */
export function JudgeForm({ onClose }: { onClose: () => void }): ReactElement | null {
  const draft = useJudging((s) => s.draft)
  return draft ? <Asking draft={draft} onClose={onClose} /> : null
}

function Asking({ draft, onClose }: { draft: JudgingDraft; onClose: () => void }): ReactElement {
  const [known, setKnown] = useState<{ models: readonly string[]; rubric?: RubricShown }>({ models: [] })
  useEffect(() => {
    let over = false
    Promise.all([api.machine.query(), api.rubric.query()]).then(([{ models }, rubric]) => over || setKnown({ models, rubric }), showProblem)
    return () => {
      over = true
    }
  }, [])
  const asked = askedIn(draft)
  const { price, fault, isBusy, submit, clear } = usePricedForm({
    asked,
    price: (one) => api.runsPrice.query(one),
    send: (one) => {
      beginJudging(one)
      return Promise.resolve(undefined)
    },
    onClose
  })
  const change = (part: Partial<JudgingDraft>): void => {
    useJudging.set({ draft: { ...draft, ...part } })
    clear()
  }
  const { rubric } = known
  const isFree = price !== undefined && price.requests + (price.waiting ?? 0) === 0
  const away = (go: () => void): void => {
    onClose()
    go()
  }
  return (
    <Modal title="Let judges compare runs" onClose={onClose} className="lab-new">
      <Form onSubmit={() => void submit()}>
        <Field
          label="Runs"
          hint={`Branches, tags or commits, each in a line; with a range of beats if you like: main:40..90. Up to ${RUN_TOKENS.usual.toLocaleString('en')} tokens of each are read.`}
        >
          {(control) => (
            <textarea
              {...control}
              className="field-input mono"
              rows={4}
              dir="auto"
              spellCheck={false}
              value={draft.runs}
              maxLength={3000}
              onChange={({ target }) => change({ runs: target.value })}
            />
          )}
        </Field>
        <TextField
          label="Models"
          value={draft.models}
          list="judge-models"
          maxLength={600}
          hint="One for all three judges, or three with commas. Empty: the model that judges this campaign."
          onChange={(models) => change({ models })}
        />
        <Suggestions lists={{ 'judge-models': known.models }} />
        <div className="numbers-row lab-numbers">
          <CapField value={draft.cap} onChange={(cap) => change({ cap })} />
        </div>
        <Checkbox
          label="As a message batch"
          hint="Half the price; the answers come within a day, and wait for you if you close the app."
          checked={draft.isBatch}
          onChange={(isBatch) => change({ isBatch })}
        />
        {rubric && (
          <p className="lab-rubric">
            {`Rubric${rubric.path === undefined ? ' (the default)' : ''}: ${listed(rubric.criteria)}. `}
            <LinkButton label="Edit the rubric" onClick={() => away(() => openRubric(rubric))} />
            {typeof asked !== 'string' && <LinkButton label="Mark these pairs yourself" onClick={() => away(() => void openMarks(asked.runs))} />}
          </p>
        )}
        {price && <output className="lab-price">{priceWords(price, isFree)}</output>}
        {fault !== undefined && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        <FormFoot
          onCancel={onClose}
          submit={price ? (isFree ? 'Show the verdicts' : 'Send to judges') : isBusy ? 'Estimating…' : 'Estimate the cost'}
          disabled={isBusy}
        />
      </Form>
    </Modal>
  )
}

const priceWords = (price: RunsPrice, isFree: boolean): string =>
  isFree ? 'All answers are recorded, so nothing has to be sent.' : `${runsPriceWords(price)} Nothing has been sent.`
