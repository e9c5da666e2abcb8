import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ConsoleLine, TryRun, TryStep } from '../../../shared/contract/try-calls'
import { capitalised } from '../../../shared/words/labels'
import { PlaceLink, ProblemPlace } from './ProblemPlace'
import { showRun, useTry } from './state'
import { tryTexts as t } from './texts'
import { IconButton } from '../../ui/Parts'

/** One run: each step with its rolls, its words and its changes, then the console. */
export function RunSteps({ one }: { one: TryRun }): ReactElement {
  const { run, steps, console, problem } = one
  return (
    <section className="try-steps" aria-label={t.steps.title(run)}>
      <header>
        <h3>{t.steps.title(run)}</h3>
        <IconButton label="Previous run" icon={<ChevronLeft size={14} />} small disabled={run === 0} onClick={() => void showRun(run - 1)} />
        <IconButton label="Next run" icon={<ChevronRight size={14} />} small onClick={() => void showRun(run + 1)} />
        <IconButton label="Close" icon={<X size={14} />} small onClick={() => useTry.set({ one: undefined })} />
      </header>
      {problem && (
        <div role="alert">
          <ProblemPlace problem={problem} />
        </div>
      )}
      <ol>
        {steps.map((step, i) => (
          <Step key={i} step={step} isFailed={problem !== undefined} />
        ))}
      </ol>
      <ConsoleLines lines={console} />
    </section>
  )
}

function Step({ step: { actor, action, narrative, rolls, changes, result }, isFailed }: { step: TryStep; isFailed: boolean }): ReactElement {
  return (
    <li>
      <h4>
        {capitalised(actor)}: {action.replaceAll(/[-_]/g, ' ')}
      </h4>
      {rolls.length > 0 && (
        <ul aria-label="Rolls">
          {rolls.map(({ roll, words }, i) => (
            <li key={i} className={roll.outcome}>
              <span className="mono">
                {roll.expr} [{roll.dice.join(', ')}]
              </span>{' '}
              {words}
            </li>
          ))}
        </ul>
      )}
      {narrative !== '' && <p className="try-said">{narrative}</p>}
      {changes.length > 0 ? (
        <ul aria-label="Changes">
          {changes.map(({ id, words }) => (
            <li key={id}>{words}</li>
          ))}
        </ul>
      ) : (
        !isFailed && <p className="quiet">Nothing changes.</p>
      )}
      {result !== undefined && (
        <p className="quiet">
          Returned <code>{result}</code>
        </p>
      )}
    </li>
  )
}

/** The output of `console.log` in rules, each line with its position. */
export function ConsoleLines({ lines }: { lines: readonly ConsoleLine[] }): ReactElement {
  return (
    <section className="try-console" aria-label={t.console}>
      <h3>{t.console}</h3>
      {lines.length === 0 ? (
        <p className="quiet">The rule wrote nothing with console.log.</p>
      ) : (
        <ul>
          {lines.map(({ text, by, file, line }, i) => (
            <li key={i}>
              {file !== undefined && <PlaceLink file={file} line={line} />} {by !== undefined && <span className="quiet">{by}</span>}{' '}
              <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
