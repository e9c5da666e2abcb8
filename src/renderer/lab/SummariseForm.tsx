import { useEffect, useState, type ReactElement } from 'react'
import type { SummariesPrice } from '../../shared/lab/summaries'
import { summariesPriceWords } from '../../shared/words/run-words'
import { api } from '../client'
import { showProblem } from '../session'
import { counted } from '../ui/amounts'
import { Suggestions, TextField } from '../ui/Field'
import { beginSummarising, useContinue } from './continue-state'
import { PricedForm } from './PricedForm'

/** Asks which model summarises branches and sessions, as a message batch, and what that may cost. */
export function SummariseForm({ onClose }: { onClose: () => void }): ReactElement | null {
  const wanted = useContinue((s) => s.wanted)
  const [typed, setTyped] = useState<string>()
  const [machine, setMachine] = useState<{ model: string; models: readonly string[] }>({ model: '', models: [] })
  useEffect(() => {
    let over = false
    api.machine.query().then((machine) => over || setMachine(machine), showProblem)
    return () => {
      over = true
    }
  }, [])
  const { run, branches, sessions } = wanted ?? { run: '', branches: [], sessions: [] }
  const text = typed ?? machine.model
  const model = text.trim()
  if (!wanted) return null
  return (
    <PricedForm
      title={`Summarise ${counted(branches.length + sessions.length, 'session')}`}
      asked={model === '' ? 'Name a model.' : { branches: [...branches], sessions: [...sessions], model }}
      price={(asked) => api.labSummariesPrice.query({ run, asked })}
      priceWords={(price) => `${summariesPriceWords(price)} Nothing has been sent.`}
      submit={(price) => (isWritten(price) ? 'Close' : price.requests > 0 ? 'Send to the model' : 'Pick up the answers')}
      send={(asked, cap, price) =>
        isWritten(price) ? Promise.resolve(undefined) : beginSummarising(run, { ...asked, ...(cap === undefined ? {} : { cap }) })
      }
      onClose={onClose}
    >
      <p className="quiet">As a message batch, at half the price; the summaries come within a day, and wait for you if you close the app.</p>
      <TextField label="Model" value={text} list="summary-models" maxLength={200} onChange={setTyped} />
      <Suggestions lists={{ 'summary-models': machine.models }} />
    </PricedForm>
  )
}

const isWritten = ({ requests, waiting }: SummariesPrice): boolean => requests + waiting === 0
