import type { ReactElement } from 'react'
import { diffLines, hunks } from '../../../shared/base/diff-lines'
import type { WizardAnswers, WizardFile, WizardPlan } from '../../../shared/contract/wizard-calls'
import { api } from '../../client'
import { DiffLines } from '../../ui/DiffLines'
import { Scroll } from '../../ui/Parts'
import { useQuery } from '../../ui/Query'
const ask = (_: string, answers: string): Promise<WizardPlan> => api.wizardPlan.query({ answers: JSON.parse(answers) as WizardAnswers })

/** A preview of a wizard's files: the whole text of new ones, the changes of others. */
export function Preview({ answers }: { answers: WizardAnswers }): ReactElement {
  const { answer, problem } = useQuery('wizard', JSON.stringify(answers), ask)
  return (
    <Scroll className="wizard-preview" label="Files to write">
      {problem !== undefined ? (
        <p role="alert">{problem}</p>
      ) : answer ? (
        answer.files.map((file) => <Written key={file.path} file={file} />)
      ) : (
        <p className="quiet">Preparing the files…</p>
      )}
      {answer && problem === undefined && <p className="hint">Creates everything in one beat, which Undo reverts.</p>}
    </Scroll>
  )
}

function Written({ file: { path, text, before } }: { file: WizardFile }): ReactElement {
  return (
    <section aria-label={path}>
      <h3>
        <span className="mono">{path}</span> <span className="quiet">{before === undefined ? 'new' : 'changed'}</span>
      </h3>
      {before === undefined ? <pre className="mono">{text}</pre> : <DiffLines hunks={hunks(diffLines(before, text))} />}
    </section>
  )
}
