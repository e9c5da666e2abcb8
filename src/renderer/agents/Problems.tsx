import type { ReactElement } from 'react'
import { useSession } from '../session'
import { Blank, Scroll } from '../ui/Parts'
import { texts } from '../ui/texts'
import './agents.css'

const t = texts.problems

/** All problems of the open campaign, newest first, with file and line where they have one. */
export function Problems(): ReactElement {
  const problems = useSession((s) => s.present?.problems)
  if (!problems?.length) return <Blank title={t.none}>{t.noneHint}</Blank>
  return (
    <Scroll className="panel" label={t.title}>
      <ul className="problems">
        {problems.toReversed().map((one, i) => {
          const file = one.data?.['file']
          const line = one.data?.['line']
          return (
            <li key={i}>
              <h3>{texts.notice.titles[one.code]}</h3>
              <p>{one.message}</p>
              {typeof file === 'string' && (
                <p className="mono quiet">
                  {file}
                  {typeof line === 'number' ? `:${line}` : ''}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </Scroll>
  )
}
