/** One thing that a user asks for. Names stand as they were written; `lines` are texts to take literally. */
export type Step =
  | { readonly do: 'dialog' | 'monolog'; readonly who?: string; readonly lines: readonly string[]; readonly about: string }
  | { readonly do: 'content'; readonly lines: readonly string[]; readonly about: string; readonly title?: string }
  | { readonly do: 'choice'; readonly options: readonly string[] }
  | { readonly do: 'condition'; readonly variable: string; readonly operator: string; readonly value: string }
  | { readonly do: 'update'; readonly variable: string; readonly operation: 'set' | 'add' | 'subtract' | 'multiply'; readonly value: string }
  /** What follows goes on after this option, branch or node. */
  | { readonly do: 'after'; readonly what: string }
  | { readonly do: 'connect'; readonly from: string; readonly to: string; readonly output?: string }
  | { readonly do: 'disconnect'; readonly from: string; readonly to: string }
  | { readonly do: 'delete'; readonly kind?: Kind; readonly what: string }
  | { readonly do: 'rename'; readonly kind?: Kind; readonly what: string; readonly to: string }
  | { readonly do: 'character'; readonly name: string; readonly color?: string }
  | { readonly do: 'variable'; readonly name: string; readonly type?: 'num' | 'str' | 'bool'; readonly value?: string }
  | { readonly do: 'scene'; readonly name: string; readonly macro: boolean }

export type Kind = 'node' | 'character' | 'variable' | 'scene'
