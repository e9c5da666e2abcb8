import type { WorkNews } from '../../shared/contract/calls'

/** Streams the progress of work that reports it to a function: the latest progress whenever the caller reads, and last the answer. */
export async function* withProgress<Progress, Answer>(
  work: (tell: (progress: Progress) => void) => Promise<Answer>
): AsyncGenerator<WorkNews<Progress, Answer>> {
  let latest: { progress: Progress } | undefined
  let wake = (): void => undefined
  const done = work((progress) => {
    latest = { progress }
    wake()
  }).then((answer) => ({ answer }))
  // A caller that stops reading isn't informed of a failure.
  done.catch(() => undefined)
  for (;;) {
    const arrived = new Promise<undefined>((resolve) => (wake = () => resolve(undefined)))
    if (latest) {
      const { progress } = latest
      latest = undefined
      yield { kind: 'progress', progress }
      continue
    }
    const ended = await Promise.race([done, arrived])
    if (!ended) continue
    yield { kind: 'answer', answer: ended.answer }
    return
  }
}
