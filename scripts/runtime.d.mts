/** The two halves of a sentence: why there is no window, and what to do. */
type Why = [reason: string, advice: string]

export function findRuntime(): string | undefined
export function whyNoWindow(machine: { platform: string; uid?: number | undefined; env: NodeJS.ProcessEnv; release?: string }): Why | undefined
export function progressLine(progress: { transferred: number; total: number | null }, elapsed: number): string
export function fetchRuntime(
  stream: { isTTY?: boolean; write(text: string): unknown },
  options?: { env?: NodeJS.ProcessEnv; silence?: number }
): Promise<{ program: string; why?: undefined } | { program?: undefined; why: Why }>
