import type { ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { Attempt } from '../../../../shared/analysis/odds'
import { api } from '../../../client'
import { useSession } from '../../../session'
import { useQuery } from '../../../ui/Query'
import { attemptWords, difficultyOf } from './difficulty'
import { editTexts } from '../texts'

const t = editTexts.journey

/** Fetches the odds of a journey at a commit and a difficulty. Both are in one key, so that the old answer stays until the new one arrives. */
const ask = (journey: string, of: string, signal: AbortSignal): Promise<Attempt[]> => {
  const [at = '', difficulty = '0'] = of.split(' ')
  return api.attempts.query({ journey, difficulty: Number(difficulty), at }, { signal })
}

/** The odds of each party member at the difficulty in the field. */
export function DifficultyOdds({ journey, field, now }: { journey: string; field: string; now: number }): ReactElement | null {
  const typed = useSession((s) => own(s.mapState.drafts, field)?.text)
  const commit = useSession((s) => s.snapshot?.commit)
  const difficulty = typed === undefined ? now : difficultyOf(typed)
  if (commit === undefined || difficulty === undefined) return null
  return <Attempts journey={journey} of={`${commit} ${difficulty}`} />
}

function Attempts({ journey, of }: { journey: string; of: string }): ReactElement {
  const { answer, problem, waiting } = useQuery(journey, of, ask)
  if (problem !== undefined) return <p className="quiet">{problem}</p>
  if (answer === undefined) return <p className="quiet">{t.counting}</p>
  return (
    <ul className={`attempts ${waiting ? 'before' : ''}`} aria-label={t.meaning} aria-busy={waiting}>
      {answer.map((one) => (
        <li key={one.key}>
          <b>{one.name}</b> <span className="numbers">{attemptWords(one)}</span>
        </li>
      ))}
    </ul>
  )
}
