from fastapi import FastAPI
from kafka import KafkaConsumer, KafkaProducer

app = FastAPI()


def run():
    for message in KafkaConsumer("fees.charged"):
        KafkaProducer().send("orders.refunded", message.value)


@app.get("/orders/all/list")
def orders():
    return run()
