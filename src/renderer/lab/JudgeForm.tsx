import { useEffect, useState, type ReactElement } from 'react'
import { RUN_TOKENS } from '../../shared/analysis/run-limits'
import type { RubricShown, RunsPrice } from '../../shared/analysis/run-verdicts'
import { listed } from '../../shared/words/labels'
import { runsPriceWords } from '../../shared/words/run-words'
import { api } from '../client'
import { showProblem } from '../session'
import { Checkbox, Field, Suggestions, TextField } from '../ui/Field'
import { LinkButton } from '../ui/Parts'
import { askedIn, beginJudging, openMarks, openRubric, useJudging, type JudgingDraft } from './judging'
import { PricedForm } from './PricedForm'

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
  const change = (part: Partial<JudgingDraft>): void => useJudging.set({ draft: { ...draft, ...part } })
  const { rubric } = known
  const away = (go: () => void): void => {
    onClose()
    go()
  }
  return (
    <PricedForm
      title="Let judges compare runs"
      asked={asked}
      price={(one) => api.runsPrice.query(one)}
      priceWords={priceWords}
      submit={(price) => (isFree(price) ? 'Show the verdicts' : 'Send to judges')}
      send={(one, cap) => {
        beginJudging({ ...one, ...(cap === undefined ? {} : { cap }) })
        return Promise.resolve(undefined)
      }}
      onClose={onClose}
    >
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
    </PricedForm>
  )
}

const isFree = ({ requests, waiting = 0 }: RunsPrice): boolean => requests + waiting === 0
const priceWords = (price: RunsPrice): string =>
  isFree(price) ? 'All answers are recorded, so nothing has to be sent.' : `${runsPriceWords(price)} Nothing has been sent.`
