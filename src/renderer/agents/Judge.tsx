import { useEffect, useRef, useState, type ReactElement } from 'react'
import { judgedWords, priceWords } from '../../shared/words/contradiction-words'
import type { JudgePrice } from '../../shared/analysis/contradictions'
import { api } from '../client'
import { refetchContradictions } from '../contradictions'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { useRunning } from '../ui/use-running'
import { counted } from '../ui/amounts'
import { Button } from '../ui/Parts'

type Stage =
  | { at: 'rest'; words?: string; isFault?: boolean }
  | { at: 'pricing' }
  | { at: 'priced'; price: JudgePrice }
  | { at: 'judging'; done: number; of: number }

/**
 * Has the model in the settings look for contradictions: first its price, then, if the designer agrees, the requests. Absent without such a model.
 */
export function Judge(): ReactElement | null {
  const model = useSession((s) => s.present?.table.judge)
  const [stage, setStage] = useState<Stage>({ at: 'rest' })
  const { run, end } = useRunning()
  const box = useRef<HTMLDivElement>(null)
  // Each stage has other buttons, so the focus moves to the first one of the next stage.
  const shown = useRef(stage.at)
  useEffect(() => {
    if (shown.current === stage.at) return
    shown.current = stage.at
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [stage.at])
  if (model === undefined) return null
  const failed = (error: unknown): void => setStage({ at: 'rest', words: problemOf(error).message, isFault: true })
  const price = (): void => {
    setStage({ at: 'pricing' })
    api.judgePrice.query({}).then((price) => setStage(price.beats === 0 ? { at: 'rest', words: priceWords(price) } : { at: 'priced', price }), failed)
  }
  const judge = (of: number): void => {
    setStage({ at: 'judging', done: 0, of })
    run(() =>
      api.judge.subscribe(
        { model },
        {
          onData: (news) => {
            if (news.kind === 'progress') return setStage({ at: 'judging', ...news.progress })
            setStage({ at: 'rest', words: judgedWords(news.answer), isFault: news.answer.problem !== undefined })
            refetchContradictions()
          },
          onError: failed
        }
      )
    )
  }
  const stop = (): void => {
    end()
    setStage({ at: 'rest', words: 'Stopped. Proscenium kept the judgments made so far.' })
    refetchContradictions()
  }
  return (
    <div className="judge" ref={box}>
      {stage.at === 'priced' ? (
        <>
          <p>{priceWords(stage.price)}</p>
          <Button label="Send the requests" main small onClick={() => judge(stage.price.beats)} />
          <Button label="Cancel" small onClick={() => setStage({ at: 'rest' })} />
        </>
      ) : stage.at === 'judging' ? (
        <>
          <output>{`Judged ${stage.done.toLocaleString('en')} of ${counted(stage.of, 'beat')}…`}</output>
          <Button label="Stop" small onClick={stop} />
        </>
      ) : (
        <>
          <Button label={`Judge narrations with ${model}…`} small disabled={stage.at === 'pricing'} onClick={price} />
          {stage.at === 'pricing' && <output>Estimating the cost…</output>}
          {stage.at === 'rest' && stage.words !== undefined && (
            <p className={stage.isFault ? 'fault' : 'quiet'} role={stage.isFault ? 'alert' : 'status'}>
              {stage.words}
            </p>
          )}
        </>
      )}
    </div>
  )
}
