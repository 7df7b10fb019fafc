"""Reads a folder of events with TensorBoard's own code and prints it as JSON."""
import json
import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.plugins.hparams import plugin_data_pb2

KEEP_ALL = {"scalars": 0, "histograms": 0, "tensors": 0, "compressedHistograms": 0}

events = EventAccumulator(sys.argv[1], size_guidance=KEEP_ALL)
events.Reload()
tags = events.Tags()

hparams, metrics = {}, []
for content in events.summary_metadata.values():
    if content.plugin_data.plugin_name != "hparams":
        continue
    data = plugin_data_pb2.HParamsPluginData.FromString(content.plugin_data.content)
    for name, value in data.session_start_info.hparams.items():
        hparams[name] = getattr(value, value.WhichOneof("kind"))
    metrics += [info.name.tag for info in data.experiment.metric_infos]

json.dump(
    {
        "scalars": {
            tag: [[e.wall_time, e.step, e.value] for e in events.Scalars(tag)] for tag in tags["scalars"]
        },
        "histograms": {
            tag: [
                {"step": e.step, **{key: getattr(e.histogram_value, key) for key in ("num", "bucket", "bucket_limit")}}
                for e in events.Histograms(tag)
            ]
            for tag in tags["histograms"]
        },
        "texts": {
            tag: [[e.step, e.tensor_proto.string_val[0].decode()] for e in events.Tensors(tag)]
            for tag in tags["tensors"]
            if events.SummaryMetadata(tag).plugin_data.plugin_name == "text"
        },
        "hparams": hparams,
        "metrics": metrics,
    },
    sys.stdout,
)
