import {
  type Copy,
  DockerfileParser,
  type Env,
  type From,
  type Healthcheck,
  type Instruction,
} from "dockerfile-ast";

export interface CopyStep {
  kind: "copy";
  /** A build stage; null for the files of the checkout. */
  from: string | null;
  /** `user:group` in numbers. */
  owner: string | null;
  sources: string[];
  target: string;
}

export type Step =
  | CopyStep
  | { kind: "run"; command: string }
  | { kind: "workdir"; folder: string }
  | { kind: "env"; values: Record<string, string> };

export interface Stage {
  base: string;
  name: string | null;
  steps: Step[];
  /** The instructions that describe how the image is run: USER, ENTRYPOINT, CMD, … */
  settings: Record<string, string>;
}

/** Instructions that put no files into the image and that no test runs. */
const IGNORED = ["LABEL", "EXPOSE"];
const SETTINGS = ["USER", "VOLUME", "STOPSIGNAL", "ENTRYPOINT", "CMD"];

/** The stages of a Dockerfile. Throws for an instruction that the tests do not know: it would be left out silently. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === "FROM") stages.push(stageOf(instruction as From));
    else addTo(stages.at(-1)!, instruction);
  }
  return stages;
}

const stageOf = (from: From): Stage => ({
  base: from.getImage()!,
  name: from.getBuildStage(),
  steps: [],
  settings: {},
});

function addTo(stage: Stage, instruction: Instruction): void {
  const keyword = instruction.getKeyword();
  const content = instruction.getArgumentsContent() ?? "";
  if (keyword === "COPY") stage.steps.push(copyStep(instruction as Copy));
  else if (keyword === "RUN") stage.steps.push({ kind: "run", command: content });
  else if (keyword === "WORKDIR") stage.steps.push({ kind: "workdir", folder: content });
  else if (keyword === "ENV") stage.steps.push({ kind: "env", values: valuesOf(instruction as Env) });
  else if (keyword === "HEALTHCHECK") stage.settings[keyword] = commandOf(instruction as Healthcheck);
  else if (SETTINGS.includes(keyword)) stage.settings[keyword] = content;
  else if (!IGNORED.includes(keyword)) throw new Error(`The tests do not know the instruction ${keyword}`);
}

function copyStep(copy: Copy): CopyStep {
  const flags = Object.fromEntries(copy.getFlags().map((flag) => [flag.getName(), flag.getValue()]));
  const { from = null, chown = null, ...others } = flags;
  if (Object.keys(others).length > 0) throw new Error(`The tests do not know the flags of ${copy}`);
  const words = copy.getArguments().map((word) => word.getValue());
  return { kind: "copy", from, owner: chown, sources: words.slice(0, -1), target: words.at(-1)! };
}

const valuesOf = (env: Env): Record<string, string> =>
  Object.fromEntries(env.getProperties().map((one) => [one.getName(), one.getValue() ?? ""]));

const commandOf = (check: Healthcheck): string => {
  const text = check.getArgumentsContent()!;
  return text.slice(text.indexOf("CMD") + "CMD".length).trim();
};
