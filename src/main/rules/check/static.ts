import type { ProblemData } from '../../../shared/base/problem'
import * as library from '../vm/standard'
import { absentIn } from './globals'
import { gearAndDice, unknownNames, unknownParams } from './names'
import type { Reading } from './reading'
import { cutTexts, misspelt, neverOffered, shadowed } from './shadows'

const LIBRARY = Object.keys(library)

/** Findings that need no rule to run, besides those of `readGame`. */
export function staticFindings(all: Reading): ProblemData[] {
  return [
    ...unknownNames(all),
    ...unknownParams(all),
    ...gearAndDice(all),
    ...shadowed(all),
    ...neverOffered(all),
    ...misspelt(all),
    ...cutTexts(all),
    ...[...all.tokens].flatMap(([file, tokens]) => absentIn(file, tokens, LIBRARY))
  ]
}
