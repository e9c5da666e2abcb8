/** Collects what a rule changes. `state` is always the state as changed so far; `delta` is the patch that gets there. */
export class Draft {
  state: GameState
  private readonly delta: Delta = {}
  private readonly lines: string[] = []

  constructor(state: GameState) {
    this.state = state
  }

  /** Sets the value at a path of keys; null takes it away. */
  put(path: readonly string[], value: unknown): void {
    this.state = changed(this.state, path, value) as GameState
    let at = this.delta
    for (const key of path.slice(0, -1)) {
      const inner = at[key]
      if (isObject(inner)) at = inner
      else at = at[key] = {}
    }
    const last = path.at(-1)
    if (last !== undefined) at[last] = value
  }

  actor(id: string): Actor {
    const actor = this.state.actors[id]
    if (!actor) throw refuse(`There is nobody called ${id}.`)
    return actor
  }
  stat(id: string, name: string): number {
    return this.actor(id).stats[name] ?? 0
  }
  setStat(id: string, name: string, value: number): void {
    if (this.stat(id, name) !== value) this.put(['actors', id, 'stats', name], Math.max(0, value))
  }
  has(id: string, condition: string): boolean {
    return this.actor(id).conditions[condition] !== undefined
  }
  /** Puts a condition on somebody, for some minutes or until it is taken away. */
  afflict(id: string, condition: string, minutes?: number): void {
    const since = this.state.clock.minutes
    this.put(['actors', id, 'conditions', condition], minutes === undefined ? { since } : { since, until: since + minutes })
  }
  relieve(id: string, condition: string): boolean {
    if (!this.has(id, condition)) return false
    this.put(['actors', id, 'conditions', condition], null)
    return true
  }
  fact(id: string, value: Flag = true): void {
    this.put(['facts', id], value)
  }

  say(line: string): void {
    if (line !== '') this.lines.push(line)
  }
  /** What the rule answers: everything put and said. */
  result(followUp: ActionResult['followUp'] = []): ActionResult {
    return { stateDelta: this.delta, narrative: this.lines.join(' '), followUp }
  }
}

const isObject = (value: unknown): value is Delta => typeof value === 'object' && value !== null && !Array.isArray(value)

function changed(value: unknown, path: readonly string[], to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  const copy: Delta = isObject(value) ? { ...value } : {}
  const inner = changed(copy[key], rest, to)
  if (inner === null) delete copy[key]
  else copy[key] = inner
  return copy
}
