import { readHttpUrl } from "../providers/files/files-settings.ts";
import { choice, setting } from "./setting-kinds.ts";

function readRatio(given: string | undefined): number {
  const ratio = Number(given ?? "1");
  if (!(ratio >= 0 && ratio <= 1)) throw new Error(`${given} is not a number from 0 to 1`);
  return ratio;
}

/** Settings of tracing. The packages of OpenTelemetry read the other OTEL_ variables. */
export const telemetrySettings = {
  otlpEndpoint: setting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "Collector of OpenTelemetry that traces are sent to, such as http://localhost:4318; see docs/guides/monitoring.md.",
    "none: tracing is off",
    (given) => (given === undefined ? undefined : readHttpUrl(given)),
  ),
  tracesSampler: choice("OTEL_TRACES_SAMPLER", "Which traces are recorded.", [
    "parentbased_always_on",
    "parentbased_traceidratio",
    "parentbased_always_off",
    "always_on",
    "traceidratio",
    "always_off",
  ]),
  tracesSamplerArg: setting(
    "OTEL_TRACES_SAMPLER_ARG",
    "The part of the traces that a traceidratio sampler records, from 0 to 1.",
    "1",
    readRatio,
  ),
};
