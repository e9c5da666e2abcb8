import { PencilLine, Play, Square } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { foundWords } from '../../shared/lab/comparison-words'
import type { CurvePoint, FoundNumber, LabSolution, LabTarget } from '../../shared/lab/solution'
import { api } from '../client'
import { ChooserField } from '../fields/ChooserField'
import { useSession } from '../session'
import { counted } from '../ui/amounts'
import { ExactFields } from './ExactFields'
import { Form, FormFoot, SelectField, TextField } from '../ui/Field'
import { Button, Modal, Scroll } from '../ui/Parts'
import { useQuery } from '../ui/Query'
import { useVocabulary } from '../ui/vocabulary'
import {
  balanceFaults,
  choosing,
  curvePart,
  findNumbers,
  isExactKind,
  numberChoices,
  numberId,
  numberLabel,
  targetOf,
  type BalanceDraft,
  type GoalKind
} from './balance-draft'
import { applyValue, balancing, beginBalance, draftNow, useBalance } from './balancing'
import { News, PartSection } from './PartSection'
import { Condition, Parties, PlanNumbers, Revision, useCommit } from './PlanFields'
import type { Faults } from './plan-draft'
import { focusRuns } from './RunList'
import { commitNamed } from './state'
import { Ended, Unfinished } from './Unfinished'

const askNumbers = (_campaign: string, at: string, signal: AbortSignal): Promise<FoundNumber[]> => api.labNumbers.query({ at }, { signal })

/** Looks for the value of a number with which a share of sessions reaches a goal. */
export function Balance(): ReactElement {
  const dir = useSession((s) => s.present?.campaign.dir ?? '')
  const head = useSession((s) => s.present?.head ?? '')
  const { answer: commit = '' } = useCommit(draftNow(useBalance((s) => s.draft)).revision)
  const { answer: numbers, problem } = useQuery(dir, commit || head, askNumbers)
  const isRunning = balancing.use((work) => work.status === 'running')
  return (
    <Scroll className="lab-report lab-balance" label="Balance a number" onEscape={focusRuns}>
      <header className="lab-head">
        <div>
          <h2>Balance a number</h2>
          <p className="quiet">
            Which difficulty brings six of ten parties to the end? Values are tried on the same seeds until one fits. The story changes only when you
            set the value.
          </p>
        </div>
        {isRunning && <Button icon={<Square size={13} />} label="Stop" onClick={() => void balancing.stop()} />}
      </header>
      {problem !== undefined && (
        <p className="lab-alert" role="alert">
          {problem}
        </p>
      )}
      <Found />
      <Search numbers={numbers} />
    </Scroll>
  )
}

/** Of sessions, and of what one call decides. */
const GOALS: readonly { value: GoalKind; label: string }[] = [
  { value: 'holds', label: 'An expression holds' },
  { value: 'ended', label: 'The campaign ends' },
  { value: 'lost', label: 'Nobody can act any more' },
  { value: 'journey', label: 'Players succeed in a journey' },
  { value: 'action', label: 'An action comes to this' },
  { value: 'row', label: 'A table gives this row' }
]

function Search({ numbers }: { numbers: readonly FoundNumber[] | undefined }): ReactElement {
  const draft = draftNow(useBalance((s) => s.draft))
  const isRunning = balancing.use((work) => work.status === 'running')
  const state = useSession((s) => s.present?.state)
  const vocabulary = useVocabulary()
  const [faults, setFaults] = useState<Faults>({})
  const choices = numberChoices(numbers ?? [], state)
  const chosen = draft.of && choices.find(({ id }) => draft.of && id === numberId(draft.of))
  const change = (part: Partial<BalanceDraft>): void => {
    useBalance.set({ draft: { ...draft, ...part } })
    setFaults({})
  }
  const submit = async (): Promise<void> => {
    const found = balanceFaults(draft)
    setFaults(found)
    if (Object.keys(found).length > 0 || isRunning) return
    const { commit, fault } = await commitNamed(draft.revision)
    if (fault === undefined) beginBalance(targetOf(draft), commit)
    else setFaults({ revision: fault })
  }
  const field = (name: 'least' | 'most' | 'step' | 'share', label: string, hint?: string): ReactElement => (
    <TextField
      className="short"
      label={label}
      hint={hint}
      fault={faults[name]}
      value={draft[name]}
      inputMode="decimal"
      maxLength={12}
      onChange={(text) => change({ [name]: text })}
    />
  )
  return (
    <Form onSubmit={() => void submit()} aria-label="Search">
      <ChooserField
        isReading
        label="Number"
        words={chosen ? `${chosen.label}, now ${chosen.detail}` : 'Choose a number…'}
        title="A number of the world or the rules"
        none="No number matches."
        isWaiting={numbers === undefined}
        find={(query) => findNumbers(choices, query)}
        onChoose={(id) => {
          const number = choices.find((one) => one.id === id)?.number
          if (number) change(choosing(number, draft))
        }}
        {...(faults['of'] === undefined ? {} : { fault: faults['of'] })}
      />
      <Revision value={draft.revision} fault={faults['revision']} onChange={(revision) => change({ revision })} />
      <div className="numbers-row lab-numbers">
        {field('least', 'From')}
        {field('most', 'To')}
        {field('step', 'Step')}
        {field('share', 'Wanted share', 'Sessions of a hundred')}
      </div>
      <div className="lab-new-row">
        <SelectField label="Goal" options={GOALS} value={draft.goal} onChange={(goal) => change({ goal })} />
        {(draft.goal === 'holds' || draft.goal === 'action') && (
          <Condition
            label={draft.goal === 'action' ? 'Expression that holds after it' : 'Expression'}
            value={draft.holds}
            fault={faults['holds']}
            vocabulary={vocabulary}
            onChange={(holds) => change({ holds })}
            onEnter={() => void submit()}
          />
        )}
      </div>
      {isExactKind(draft.goal) ? (
        <>
          <ExactFields draft={draft} faults={faults} onChange={change} />
          <p className="quiet lab-hint">Its odds are exact: no session is played.</p>
        </>
      ) : (
        <>
          <PlanNumbers draft={draft} faults={faults} sessions="Sessions for each" onChange={change} />
          <Parties parties={draft.parties} faults={faults} onChange={(parties) => change({ parties })} />
        </>
      )}
      <footer className="form-foot">
        <Button icon={<Play size={13} />} label="Look for the value" main submit disabled={isRunning} />
      </footer>
    </Form>
  )
}

/** The curve as it grows, and what was found. */
function Found(): ReactElement | null {
  const { status, input, progress, answer, when } = balancing.use((work) => work)
  if (!input) return <Unfinished work={balancing} name="search" />
  const { target, at } = input
  const isRunning = status === 'running'
  const points = isRunning ? (progress?.points ?? []) : (answer?.points ?? [])
  return (
    <section className="lab-found" aria-label="Result">
      {isRunning && (
        <div className="lab-progress">
          <progress aria-label="Sessions with this value" max={target.plan.sessions} value={progress?.done ?? 0} />
          <output className="quiet numbers">
            {progress ? `With ${progress.value}: ${progress.done.toLocaleString('en')} of ${counted(progress.of, 'session')}` : 'Beginning…'}
          </output>
          <News of={progress} />
        </div>
      )}
      {!isRunning && (
        <Unfinished work={balancing} name="search">
          {answer
            ? `${counted(answer.points.length, 'value')} ${answer.points.length === 1 ? 'was' : 'were'} tried and will not be played again.`
            : 'No value was tried to the end.'}
        </Unfinished>
      )}
      {!isRunning && answer && <Answer solution={answer} target={target} at={at} isSoFar={status !== 'done'} />}
      {!isRunning && answer && <Ended when={when} at={at} />}
      {/* A single point has no scale. */}
      {points.length > 1 && <Curve points={points} target={target.target} />}
    </section>
  )
}

const Curve = ({ points, target }: { points: readonly CurvePoint[]; target: number }): ReactElement => (
  <PartSection part={curvePart(points, target)} />
)

function Answer({
  solution,
  target,
  at,
  isSoFar
}: {
  solution: LabSolution
  target: LabTarget
  /** The commit where it was played. */
  at: string
  isSoFar: boolean
}): ReactElement {
  const [isAsking, setAsking] = useState(false)
  const present = useSession((s) => s.present)
  const { best, isReached, sessions } = solution
  const { state, head = '', branch = '', campaign } = present ?? {}
  const { answer: numbers } = useQuery(campaign?.dir ?? '', head, askNumbers)
  const now = numbers?.find((one) => numberId(one) === numberId(target.of))?.value
  const label = numberLabel(target.of, state)
  const close = (): void => setAsking(false)
  return (
    <div className="lab-answer">
      <output>{foundWords(solution, target.target, isSoFar)}</output>
      <p className="quiet numbers">
        {`${label} is ${now ?? solution.now} ${branch === '' ? '' : `on ${branch} `}now.${sessions === 0 ? '' : ` ${counted(sessions, 'session')} were played.`}`}
      </p>
      {isReached && now !== undefined && now !== best.value && (
        <Button icon={<PencilLine size={13} />} label={`Set it to ${best.value}…`} onClick={() => setAsking(true)} />
      )}
      {isAsking && now !== undefined && (
        <Modal title={`Set it to ${best.value}?`} onClose={close}>
          <Form
            onSubmit={() => {
              close()
              void applyValue(target.of, best.value)
            }}
          >
            <p dir="auto">{label}</p>
            <p className="lab-before-after numbers">
              <del aria-label={`before: ${now}`}>{now}</del> → <ins aria-label={`after: ${best.value}`}>{best.value}</ins>
            </p>
            <p className="quiet">
              In <code>{target.of.path}</code>, as one edit of the story on {branch || 'the last beat'}. Undo restores it.
              {at !== head && ' The search was played at another commit.'}
            </p>
            <FormFoot onCancel={close} submit={`Set to ${best.value}`} />
          </Form>
        </Modal>
      )}
    </div>
  )
}
