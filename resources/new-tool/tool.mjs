// Reads one JSON object from standard input and writes one to standard output. Anything for people goes to standard error.
import { stdin, stdout } from 'node:process'

const answer = (success, output, errors = []) => {
  stdout.write(JSON.stringify({ success, output, stateChanges: [], errors }))
  process.exitCode = success ? 0 : 1
}

let text = ''
for await (const part of stdin.setEncoding('utf8')) text += part
try {
  const { parameters } = JSON.parse(text)
  answer(true, { greeting: `Good evening, ${parameters.name}.` })
} catch (error) {
  answer(false, {}, [`The input can't be read: ${error.message}`])
}
