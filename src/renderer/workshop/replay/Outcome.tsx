import type { ReactElement } from 'react'
import { GROUP_TITLES, type ComparedGroup } from '../../../shared/analysis/compare'
import type { Replayed, Skipped } from '../../../shared/contract/try-calls'
import { goTo } from '../../session'
import { ProblemPlace } from '../try/ProblemPlace'
import { replayTexts as t } from './texts'

/** The result of a replay: the first difference, the skipped beats, and the differences at the end. */
export function Outcome({ replayed }: { replayed: Replayed }): ReactElement {
  const { beats, replayed: played, same, first, skipped, conflicts, stopped, groups, broken, otherEngine } = replayed
  return (
    <div className="replay-outcome">
      {broken.length > 0 && (
        <div className="try-broken">
          <p>{t.broken}</p>
          {broken.map((one) => (
            <ProblemPlace key={one.message} problem={one} />
          ))}
        </div>
      )}
      <p aria-live="polite">
        {t.summary(played, beats, same)} {first ? '' : t.unchanged} {otherEngine ? t.otherEngine : ''}
      </p>
      {stopped !== undefined && <p className="try-problem">{stopped}</p>}
      {first && <First first={first} />}
      <Left title={t.skipped} all={skipped} />
      <Left title={t.conflicts} all={conflicts} />
      {first && (
        <section aria-label={t.end}>
          <h3>{t.end}</h3>
          {groups.length === 0 ? <p className="quiet">{t.same}</p> : <Groups groups={groups} />}
        </section>
      )}
    </div>
  )
}

function First({ first }: { first: NonNullable<Replayed['first']> }): ReactElement {
  const { commit, n, was, is, rollsWere, rollsAre, changes } = first
  return (
    <section aria-label={t.first(n)}>
      <h3>
        {t.first(n)}{' '}
        <button type="button" className="link" onClick={() => goTo(commit)}>
          {t.go(n)}
        </button>
      </h3>
      <dl className="replay-sides">
        <dt>{t.was}</dt>
        <dd>
          {was} <span className="quiet">{rollsWere.join('; ')}</span>
        </dd>
        <dt>{t.is}</dt>
        <dd>
          {is} <span className="quiet">{rollsAre.join('; ')}</span>
        </dd>
      </dl>
      <h4>{t.after}</h4>
      <Groups groups={changes} />
    </section>
  )
}

const Groups = ({ groups }: { groups: readonly ComparedGroup[] }): ReactElement => (
  <dl className="replay-groups">
    {groups.map(({ kind, lines, total }) => (
      <div key={kind}>
        <dt>{GROUP_TITLES[kind]}</dt>
        {lines.map(({ id, words }) => (
          <dd key={id}>{words}</dd>
        ))}
        {total > lines.length && <dd className="quiet">{t.more(total - lines.length)}</dd>}
      </div>
    ))}
  </dl>
)

function Left({ title, all }: { title: string; all: readonly Skipped[] }): ReactElement | null {
  if (all.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {all.map(({ commit, n, subject, problem }) => (
          <li key={commit + problem.message}>
            <button type="button" className="link numbers" onClick={() => goTo(commit)}>
              {t.beat(n)}
            </button>{' '}
            {subject}
            <ProblemPlace problem={problem} />
          </li>
        ))}
      </ul>
    </section>
  )
}
