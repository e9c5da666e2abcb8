import { ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { FINDING_GROUPS, groupsOf, type CheckReport } from '../../shared/analysis/reports'
import { isRemark, type ProblemData } from '../../shared/base/problem'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { FileLink } from '../files/FileLink'
import { useSession } from '../session'
import { slice } from '../slice'
import { Pages } from '../ui/Pages'
import { Blank, Button, Scroll } from '../ui/Parts'
import { texts } from '../ui/texts'
import { ContradictionList } from './ContradictionList'
import { Judge } from './Judge'
import { problemTexts as t } from './texts'
import './agents.css'

/** A check of the game and its world: its progress or its findings. */
interface Checked {
  running: boolean
  report?: CheckReport
  /** Why there is no report. */
  problem?: string
}

const useChecked = slice<Checked>('checked', { running: false })

/** Checks the open campaign. The findings stay until the next check or until another campaign is opened. */
function check(): void {
  const dirNow = (): string | undefined => useSession.getState().present?.campaign.dir
  const dir = dirNow()
  const done = (checked: Checked): void => {
    if (dirNow() === dir) useChecked.set(checked)
  }
  useChecked.set({ running: true, report: undefined, problem: undefined })
  api.check.query().then(
    (report) => done({ running: false, report }),
    (error: unknown) => done({ running: false, problem: problemOf(error).message })
  )
}

/** The number of problems, in the tab. */
export function ProblemCount(): ReactElement | null {
  const count = useSession((s) => s.present?.problems.length ?? 0)
  return count > 0 ? <span className="count numbers">{count}</span> : null
}

/** All problems of the open campaign, newest first, and on demand all findings of a check of its game and world. */
export function Problems(): ReactElement {
  const problems = useSession((s) => s.present?.problems)
  const { running, report, problem } = useChecked((checked) => checked)
  return (
    <Scroll className="panel" label={t.title}>
      <section className="checked" aria-busy={running}>
        <Button label="Check campaign" small disabled={running} onClick={check} />
        {problem !== undefined && <p role="alert">{problem}</p>}
        {report && <p className="quiet">{t.checked(report)}</p>}
        <Judge />
        <ContradictionList />
        {report && <Findings findings={report.findings} />}
      </section>
      {problems?.length ? (
        <ProblemList problems={problems.toReversed()} />
      ) : running ? (
        <Blank title="Checking…">Proscenium plays the game many times over. Play can go on meanwhile.</Blank>
      ) : report || problem !== undefined ? null : (
        <Blank title="Not checked yet">
          Check the campaign to find errors in its rules and files, and facts and places that play never reaches. Errors during play also appear here.
        </Blank>
      )}
    </Scroll>
  )
}

/** The findings of a check, the most urgent group first. Findings about unchanged bundled rules are folded. */
function Findings({ findings }: { findings: readonly ProblemData[] }): ReactElement {
  const groups = groupsOf(findings)
  return (
    <>
      {FINDING_GROUPS.filter((group) => groups[group].length > 0).map((group) => (
        <details key={group} open={group !== 'stock'} className="finding-group">
          <summary>
            <ChevronRight size={13} aria-hidden="true" /> {t.group(t.groups[group], groups[group].length)}
          </summary>
          <ProblemList problems={groups[group]} />
        </details>
      ))}
    </>
  )
}

/** Problems with their file and line. */
function ProblemList({ problems }: { problems: readonly ProblemData[] }): ReactElement {
  return (
    <Pages
      className="problems"
      items={problems}
      renderRow={(one) => {
        const file = one.data?.['file']
        const line = one.data?.['line']
        return (
          <div className={isRemark(one) ? 'remark' : undefined}>
            {!isRemark(one) && <h3>{texts.notice.titles[one.code]}</h3>}
            <p>{one.message}</p>
            {typeof file === 'string' && (
              <p>
                <FileLink path={file} line={typeof line === 'number' ? line : undefined} />
              </p>
            )}
          </div>
        )
      }}
    />
  )
}
